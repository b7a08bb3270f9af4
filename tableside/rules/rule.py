"""A rule as one function: what it takes after `table` and `play` are its inputs, its body is what happens.

    @rule("wandered.damage-resource", "PBT-X-resource", outcomes=("damaged", "destroyed"))
    def damage_resource(
        table: Table,
        play: Play,
        who: Annotated[int, Who()],
        resource: Annotated[str, Choice(options=resource_ids)],
        points: Annotated[int, Number(lowest=1)] = 1,
    ) -> Outcome: ...

An input's id is the parameter's name, with `-` for `_` (`inputs.inputs_of`), and its default is the
parameter's; that of a `Who` follows from what it is. Inputs that several rules share are a class of fields
(`inputs.input_field`), which one parameter takes whole. The rule can be called as it is written, by others
too: the type checker knows its parameters.
"""

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from inspect import signature
from typing import Annotated, Any, Concatenate, Generic, ParamSpec, get_args, get_origin, get_type_hints

from tableside.frozen import frozen
from tableside.rules.forecast import forecast_odds
from tableside.rules.inputs import Who, input_field, inputs_field, inputs_of
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Problems, Procedure, Role, procedure_needs_somebody
from tableside.rules.table import Table

P = ParamSpec("P")


def _no_problems(table: Table) -> tuple[str, ...]:
    return ()


@frozen
class Rule(Procedure[Any], Generic[P]):
    """A procedure made of one function, and that function."""

    act: Callable[Concatenate[Table, Play, P], Outcome] = field(kw_only=True)

    def __call__(self, table: Table, play: Play, /, *given: P.args, **named: P.kwargs) -> Outcome:
        return self.act(table, play, *given, **named)


def rule(
    id: str,
    *rules: str,
    shows_odds: bool = False,
    needs: str = "",
    problems: Problems = _no_problems,
    group: Group = Group.ROLL,
    outcomes: tuple[str, ...] = (),
    amounts: tuple[str, ...] = (),
    labels: tuple[str, ...] = (),
    role: Role | None = None,
    doer: str = "who",
    on_table: bool = True,
    is_rare: bool = False,
    says_why: bool = False,
    own: Mapping[str, str] | None = None,
    decides: Callable[[Table], tuple[str, ...]] | None = None,
) -> Callable[[Callable[Concatenate[Table, Play, P], Outcome]], Rule[P]]:
    """Make a procedure with this id of a function that carries out these rules.

    `shows_odds`: its odds are shown, counted from the function itself. `needs`: the id of the problem told
    if nobody in play fits its first `Who`; it takes the place of `problems`. `labels`: the amounts that only
    name something, in its odds. For the rest see `Procedure`.
    """

    def made(act: Callable[Concatenate[Table, Play, P], Outcome]) -> Rule[P]:
        form = _form_of(act)

        def run(table: Table, filled: Any, play: Play) -> Outcome:
            return act(table, play, **{name: getattr(filled, name) for name in form.__slots__})  # type: ignore[call-arg]  # the form was made of its parameters

        def odds(table: Table, filled: Any) -> Odds:
            return forecast_odds(lambda play: run(table, filled, play), labels)

        refused = problems
        if needs:
            who = next(each for each in inputs_of(form) if isinstance(each, Who))
            refused = procedure_needs_somebody(who.fits, needs, *who.kinds)
        return Rule(
            id=id,
            run=run,
            rules=rules,
            form=form,
            odds=odds if shows_odds else None,
            problems=refused,
            group=group,
            outcomes=outcomes,
            amounts=amounts,
            role=role,
            doer=doer,
            on_table=on_table,
            is_rare=is_rare,
            says_why=says_why,
            own=own or {},
            decides=decides,
            act=act,
        )

    return made


def _form_of(
    act: Callable[Concatenate[Table, Play, P], Outcome],
) -> Any:  # Any: a class made of the function's parameters
    """The frozen class whose fields are the function's inputs."""
    hints, fields = get_type_hints(act, include_extras=True), dict[str, Any]()
    for each in [*signature(act).parameters.values()][2:]:  # after `table` and `play`
        hint = hints[each.name]
        if get_origin(hint) is not Annotated:
            fields[each.name] = inputs_field(hint)
            continue
        input = get_args(hint)[1]
        has_default = each.default is not each.empty and not isinstance(input, Who)
        fields[each.name] = input_field(replace(input, default=each.default) if has_default else input)
    made = {"__annotations__": dict.fromkeys(fields, object), "__module__": act.__module__, **fields}
    return frozen(type(act.__name__, (), made))
