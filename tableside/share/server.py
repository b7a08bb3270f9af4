"""The server: answers requests, and sends every open page what changes on the table.

It runs beside the GM's program, follows the campaign's files, and writes none. All responses are prepared in
memory: no request leads to a file.
"""

import asyncio
import logging
import socket
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from urllib.parse import parse_qs

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from tableside.campaign.campaign import Campaign
from tableside.errors import RuleError, StoreError
from tableside.share import page as pages
from tableside.share.acts import Acts, ProgramForActs
from tableside.share.guard import (
    HEADERS,
    GuardedCodes,
    GuardedDoorway,
    RequestRates,
    SharingWay,
    guarded_address,
    is_own_host,
    is_own_origin_guarded,
)
from tableside.share.page import (
    PageKind,
    PagePart,
    Parts,
    SharedRecapPage,
    own_character_of_page,
    page_code_form,
    page_marks_had,
    page_part,
    page_parts_as_event,
    page_parts_for_all,
    page_parts_of_own,
)
from tableside.views.character_list import OURS
from tableside.views.public.seen_table import table_seen, table_seen_without_looks
from tableside.wording import sentence, worded_for_shell

_QUIET = logging.Logger("quiet")
"""A logger that prints nothing about invalid requests on the GM's terminal."""
_QUIET.disabled = True
NO_ACTS = dict.fromkeys(("deeds", "asked", "told"), page_part(""))
COOKIE = "tableside"
LONGEST_BODY = 8_192
"""The most bytes of a request's body: a code, or a few lines for the journal."""
MOST_FIELDS = 4
"""The most fields in a body."""
LONGEST_LINE = 4_096
"""The most bytes of a line of a request."""
PATIENCE = 5.0
"""Seconds for a request to arrive, or an answer to be taken."""
STALLED = 20.0
"""Seconds after which a page that takes nothing is dropped; it comes back when it can."""
MOST_WAITING = 65_536
"""The most bytes on their way to one page."""
STILL = 15.0
"""Seconds without a change after which an open page gets a sign of life."""
FOLLOWING = 0.05
"""Seconds between two checks for changes."""
MOST_PAGES = 64
"""The most open pages."""
MOST_PAGES_OF_ONE = 16
"""The most from one address, except this machine."""


class SharingServer:
    """A campaign shown on pages."""

    # The callbacks are separate, since most callers give only three
    def __init__(
        self,
        campaign: Campaign,
        way: SharingWay,
        told: Callable[[dict[str, str]], None],
        trouble: Callable[[str], None],
        moved: Callable[[], None] = lambda: None,
        program: ProgramForActs | None = None,
    ) -> None:
        """`told` gets new codes by name; `trouble` gets the reason if the campaign cannot be read; `moved` is
        called when a page comes or goes; `program` performs what players do. None: they only look on.
        """
        self.codes = GuardedCodes()
        self._campaign, self._way = campaign, way
        self._tell_codes, self._trouble, self._moved_pages = told, trouble, moved
        self._looking: dict[object, int | None] = {}
        """Open pages with the key of the character whose code they entered with."""
        self._acts = Acts(campaign, program, self._player) if program is not None else None
        self._pages: Counter[str] = Counter()
        self._rates = RequestRates()
        self._recap = SharedRecapPage(campaign)
        self._told = ""
        """The last reported trouble."""
        self._own: dict[int | None, Parts] = {}
        self._files = {
            "/page.css": ("text/css", pages.shared_page_style()),
            "/page.js": ("text/javascript", pages.shared_page_script()),
        }
        self._moved = asyncio.Event()
        """Set, and replaced, on each change."""
        self._has_ended = False
        self.make()

    # What is shown

    def make(self) -> None:
        """Remake the common parts, and give codes to newcomers."""
        seen = table_seen(self._campaign)
        self._parts = page_parts_for_all(seen if self._way.looks else table_seen_without_looks(seen))
        self._own = {}
        ours = {each.key: each.name for kind in OURS for each in self._campaign.table.in_play(kind)}
        if new := self.codes.give(ours):
            self._tell_codes({ours[key]: code for key, code in new.items()})

    @property
    def way(self) -> SharingWay:
        return self._way

    def change(self, way: SharingWay) -> None:
        """Change how the campaign is shown."""
        self._way = way
        self.make()
        self.stir()

    def parts(self, key: int | None) -> Parts:
        """The parts for whoever entered with this character's code."""
        if own_character_of_page(self._campaign, key) is None:
            key = None
        if key not in self._own:
            acts = self._acts.parts(key) if self._acts is not None and key is not None else NO_ACTS
            self._own[key] = {**page_parts_of_own(self._campaign, key), **acts}
        return {**self._parts, **self._own[key]}

    async def follow(self) -> None:
        """Load the GM's changes until cancelled. A failure is retried, and reported once."""
        while True:
            try:
                if self._campaign.follow():
                    self.make()
                    self.stir()
                self._told = ""
            except (StoreError, OSError) as error:
                self._tell(str(error))
            await asyncio.sleep(FOLLOWING)

    def _tell(self, trouble: str) -> None:
        if trouble != self._told:
            self._told = trouble
            self._trouble(trouble)

    def stir(self) -> None:
        """Make every open page check for changes."""
        self._moved.set()
        self._moved = asyncio.Event()

    def begin(self) -> None:
        """Let pages open, possibly again after `end`."""
        self._has_ended = False

    def end(self) -> None:
        """Close every open page."""
        self._has_ended = True
        self.stir()

    def looking(self) -> Counter[int | None]:
        """The number of open pages for each character, and for strangers (None)."""
        return Counter(self._looking.values())

    def _looks(self, page: object, key: int | None) -> None:
        """Note that a page is open, with this character's code."""
        if self._looking.get(page, page) != key:
            self._looking[page] = key
            self._moved_pages()

    # Requests

    def application(self) -> web.Application:
        application = web.Application(middlewares=[self._guarded()], client_max_size=LONGEST_BODY)
        application.add_routes(
            [
                web.get("/", self._page(PageKind.PLAYER)),
                web.get("/table", self._page(PageKind.TABLE)),
                web.get("/recap", self._told_before),
                web.get("/events", self._events),
                web.post("/enter", self._enter),
                web.get("/enter", self._to_the_page),
                web.post("/leave", self._leave),
                *(self._acts.routes() if self._acts is not None else ()),
                web.get("/favicon.ico", self._nothing),
                *(web.get(path, self._file) for path in self._files),
            ]
        )
        return application

    def _guarded(self) -> Middleware:
        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            try:
                self._check(request)
                response = await handler(request)
            except web.HTTPException as refused:
                response = _plain(refused.status)
                response.headers.update(
                    {k: v for k, v in refused.headers.items() if k in ("Retry-After", "Allow")}
                )
            except TimeoutError:
                response = _plain(408)
            except (ConnectionError, web.RequestPayloadError):
                response = _plain(400)  # the client has gone, or sent something that cannot be decoded
            except Exception as error:  # an error of ours: the GM is told, and everything else goes on
                self._tell(sentence("share", "fault", kind=type(error).__name__))
                response = _plain(500)
            if not response.prepared:
                response.headers.update(HEADERS)
            return response

        return guard

    def _check(self, request: web.Request) -> None:
        """Raises `HTTPException` when a request does not come from one of our pages."""
        headers = request.headers
        if len(headers.getall("Host", [])) != 1 or not is_own_host(headers["Host"], self._way.names):
            raise web.HTTPMisdirectedRequest
        if not is_own_origin_guarded(headers.get("Origin"), self._fetched_from(request), headers["Host"]):
            raise web.HTTPForbidden
        if not self._rates.is_within(guarded_address(request.transport), time.monotonic()):
            raise web.HTTPTooManyRequests(headers={"Retry-After": "1"})

    def _fetched_from(self, request: web.Request) -> str | None:
        """The kind of site a request came from; None for a visit, since links may stand anywhere."""
        is_visit = request.method == "GET" and request.headers.get("Sec-Fetch-Mode") == "navigate"
        return None if is_visit else request.headers.get("Sec-Fetch-Site")

    def _player(self, request: web.Request) -> int | None:
        return self.codes.player(request.cookies.get(COOKIE, ""))

    def _page(self, kind: PageKind) -> Handler:
        async def show(request: web.Request) -> web.StreamResponse:
            key = self._player(request) if kind == PageKind.PLAYER else None
            return _html(pages.players_page(self.parts(key), kind))

        return show

    async def _told_before(self, request: web.Request) -> web.StreamResponse:
        return _html(self._recap.page(time.monotonic()))

    async def _file(self, request: web.Request) -> web.StreamResponse:
        kind, data = self._files[request.path]
        return web.Response(body=data, content_type=kind, charset="utf-8")

    async def _to_the_page(self, request: web.Request) -> web.StreamResponse:
        """Redirect a browser that reopens the address of a wrong code."""
        return web.Response(status=303, headers={"Location": "/"})

    async def _nothing(self, request: web.Request) -> web.StreamResponse:
        return web.Response(status=204)

    # Codes

    async def _enter(self, request: web.Request) -> web.StreamResponse:
        """Enter with a typed code."""
        async with asyncio.timeout(PATIENCE):
            body = await request.read()
        try:
            fields = parse_qs(body.decode("ascii", "replace"), max_num_fields=MOST_FIELDS)
        except ValueError:
            raise web.HTTPBadRequest from None
        code, address = fields.get("code", [""])[0], guarded_address(request.transport)
        try:
            kept = self.codes.enter(code, address, time.monotonic(), request.cookies.get(COOKIE, ""))
        except RuleError as error:
            own, form = self.parts(self._player(request)), page_code_form(worded_for_shell(error.message))
            refused = PagePart(form, own["door"].mark)  # it stays until its part changes
            return _html(pages.players_page({**own, "door": refused}, PageKind.PLAYER), status=403)
        self.codes.leave(request.cookies.get(COOKIE, ""))
        response = web.Response(status=303, headers={"Location": "/"})
        response.set_cookie(COOKIE, kept, httponly=True, samesite="Strict", path="/")
        return response

    async def _leave(self, request: web.Request) -> web.StreamResponse:
        self.codes.leave(request.cookies.get(COOKIE, ""))
        response = web.Response(status=303, headers={"Location": "/"})
        response.del_cookie(COOKIE, path="/", httponly=True, samesite="Strict")
        self.stir()
        return response

    # Open pages

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Send changes as they happen: the parts that differ from those sent before."""
        address = guarded_address(request.transport)
        most = MOST_PAGES if address in ("127.0.0.1", "::1") else MOST_PAGES_OF_ONE
        if self._pages.total() >= MOST_PAGES or self._pages[address] >= most:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "10"})
        self._pages[address] += 1
        page = object()
        try:
            return await self._stream(request, page)
        finally:
            if self._looking.pop(page, page) is not page:
                self._moved_pages()
            self._pages[address] -= 1
            if not self._pages[address]:
                del self._pages[address]

    async def _stream(self, request: web.Request, page: object) -> web.StreamResponse:
        response = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
        if request.transport is not None:
            own = request.transport.get_extra_info("socket")
            own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_WAITING)
        await response.prepare(request)
        sent = page_marks_had(request.query.get("had", ""))
        since = time.monotonic()
        """When everything sent had last been taken."""
        while not self._has_ended:
            moved, transport = self._moved, request.transport
            if transport is None or transport.is_closing():
                break
            if not transport.get_write_buffer_size():
                since = time.monotonic()
                key = self._player(request)
                self._looks(page, key)
                now = self.parts(key)
                await response.write(page_parts_as_event(now, sent))
                sent = {id: each.mark for id, each in now.items()}
            elif time.monotonic() - since > STALLED:
                transport.abort()
                break
            try:
                await asyncio.wait_for(moved.wait(), STILL if not transport.get_write_buffer_size() else 1.0)
            except TimeoutError:
                continue
        return response


def _html(text: str, status: int = 200) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html", charset="utf-8")


def _plain(status: int) -> web.Response:
    """A response with only the status code."""
    return web.Response(status=status, text=str(status))


class _ServerReader(web.RequestHandler):
    """Reads requests; an invalid one is answered with only a status code."""

    __slots__ = ()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        response = _plain(status)
        response.headers.update(HEADERS)
        response.force_close()
        return response


async def listening_server(
    sharing: SharingServer, address: str, port: int
) -> tuple[web.AppRunner, asyncio.Server]:
    """Start serving the shared campaign at this address. Raises `OSError` when the address is not free."""
    runner = web.AppRunner(sharing.application(), handle_signals=False, shutdown_timeout=1.0)
    await runner.setup()
    assert runner.server is not None
    loop = asyncio.get_running_loop()
    inside = partial(
        _ServerReader,
        runner.server,
        loop=loop,
        access_log=_QUIET,
        logger=_QUIET,
        keepalive_timeout=PATIENCE,
        lingering_time=0.0,
        max_line_size=LONGEST_LINE,
        max_field_size=LONGEST_LINE,
    )
    try:
        opened = await loop.create_server(GuardedDoorway(inside), address, port)
    except OSError:
        await runner.cleanup()
        raise
    return runner, opened
