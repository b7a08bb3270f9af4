"""What a user has set is there the next time, and never in the way."""

from pathlib import Path

import pytest

from tableside.campaign.user_files import FILE, Settings, user_login_name


def test_a_setting_is_kept_beside_the_others(tmp_path: Path) -> None:
    Settings(tmp_path)["theme"] = "light"
    Settings(tmp_path)["other"] = "a = b"
    assert Settings(tmp_path)["theme"] == "light"
    assert Settings(tmp_path)["other"] == "a = b"
    assert Settings(tmp_path)["third"] == ""


def test_a_damaged_file_is_one_without_settings(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\xff\xfe\x00theme=light")
    settings = Settings(tmp_path)
    assert settings["theme"] == ""
    settings["theme"] = "dark"
    assert settings["theme"] == "dark"


def test_only_its_owner_reads_it(tmp_path: Path) -> None:
    Settings(tmp_path)["theme"] = "light"
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("fault", [ImportError, KeyError, OSError])
def test_where_nobody_knows_who_is_logged_in_there_is_no_name(
    fault: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown() -> str:
        raise fault

    monkeypatch.setattr("getpass.getuser", unknown)
    assert user_login_name() == ""
