"""The lines of the command bar are kept beside the campaign, the newest of them, as far as the disk lets."""

from pathlib import Path

from tableside.campaign.drafts import LINES, MOST_BYTES, MOST_LINES, keep_drafted_line, read_drafted_lines


def test_lines_are_kept_in_their_order(tmp_path: Path) -> None:
    keep_drafted_line(tmp_path, "luck bram")
    keep_drafted_line(tmp_path, "hurt all 3")
    assert read_drafted_lines(tmp_path) == ["luck bram", "hurt all 3"]
    assert (tmp_path / LINES).stat().st_mode & 0o077 == 0


def test_a_long_file_is_cut_to_its_newest_lines(tmp_path: Path) -> None:
    (tmp_path / LINES).write_text("".join(f"line {n}\n" for n in range(MOST_BYTES // 5)))
    keep_drafted_line(tmp_path, "the last")
    kept = read_drafted_lines(tmp_path)
    assert kept[-1] == "the last" and kept[-2] == f"line {MOST_BYTES // 5 - 1}"
    assert len((tmp_path / LINES).read_text().splitlines()) == MOST_LINES


def test_a_folder_that_refuses_is_no_error(tmp_path: Path) -> None:
    (tmp_path / LINES).mkdir()
    keep_drafted_line(tmp_path, "luck")
    assert read_drafted_lines(tmp_path) == []
