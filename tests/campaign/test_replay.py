"""A rule run again keeps every answer that still fits, and asks for nothing that it has been told."""

from tableside.campaign.replay import ReplayProgress, replay_rule, replay_with_other_face
from tableside.rules.play import Asked, ChoiceAsked, Chosen, DiceAsked, Performed, Play, Rolled, Step
from tableside.rules.procedure import Outcome


def again(*answers: Step, dice: tuple[int, ...] = (6, 6), who: str = "Ana", luck: str = "") -> ReplayProgress:
    """A pool thrown for its own sake, then perhaps a question, then one die more when the answer is yes."""

    def rule(play: Play) -> Outcome:
        faces = play.roll(*dice, why="pool", who=who)
        if luck and play.agrees(luck, who=who):
            faces += play.roll(6, why="luck", who=who)
        return Outcome("done", {"sum": sum(faces)})

    return replay_rule(rule, answers)


def thrown(*faces: int, who: str = "Ana", typed: tuple[bool, ...] = (), why: str = "pool") -> Rolled:
    return Rolled((6,) * len(faces), faces, why, who, typed)


def asked(run: ReplayProgress) -> Asked:
    assert not isinstance(run.state, Performed)
    return run.state


def test_the_same_rule_asks_for_nothing() -> None:
    run = again(thrown(2, 5))
    assert isinstance(run.state, Performed) and run.steps == (thrown(2, 5),) and run.spare == ()


def test_a_pool_with_one_die_more_lacks_only_that_one() -> None:
    run = again(thrown(2, 5), dice=(6, 6, 6))
    assert asked(run) == DiceAsked((6,), "pool", "Ana")
    run = again(*run.answered(thrown(4)), dice=(6, 6, 6))
    assert isinstance(run.state, Performed) and run.steps == (thrown(2, 5, 4),)


def test_a_die_that_is_another_now_is_thrown_anew_where_it_stands() -> None:
    run = again(thrown(2, 5, typed=(True, False)), dice=(8, 6, 6))
    assert asked(run) == DiceAsked((8,), "pool", "Ana")
    run = again(*run.answered(Rolled((8,), (7,), "pool", "Ana")), dice=(8, 6, 6))
    assert run.steps == (Rolled((8, 6, 6), (7, 2, 5), "pool", "Ana", (False, True, False)),)


def test_a_pool_with_one_die_less_leaves_the_last_one_out() -> None:
    run = again(thrown(2, 5, 3))
    assert run.steps == (thrown(2, 5),)


def test_another_one_throws_the_same_faces() -> None:
    run = again(thrown(2, 5, who="Bram"))
    assert run.steps == (thrown(2, 5),)
    own = again(thrown(1, 1, who="Bram"), thrown(2, 5))
    assert own.steps == (thrown(2, 5),) and own.spare == (thrown(1, 1, who="Bram"),)


def test_dice_thrown_for_another_reason_are_not_at_hand() -> None:
    run = again(thrown(2, 5, why="damage"))
    assert asked(run) == DiceAsked((6, 6), "pool", "Ana") and run.spare == (thrown(2, 5, why="damage"),)


def test_a_decision_that_was_never_taken_is_asked() -> None:
    run = again(thrown(2, 5), luck="lucky")
    question = asked(run)
    assert isinstance(question, ChoiceAsked) and question.question == "lucky"
    run = again(*run.answered(Chosen("lucky", "yes", "Ana")), luck="lucky")
    assert asked(run) == DiceAsked((6,), "luck", "Ana")


def test_a_decision_that_is_no_option_any_more_is_asked_anew() -> None:
    run = again(thrown(2, 5), Chosen("lucky", "maybe", "Ana"), luck="lucky")
    assert isinstance(asked(run), ChoiceAsked) and run.spare == (Chosen("lucky", "maybe", "Ana"),)


def test_answers_not_asked_for_are_kept_to_spare() -> None:
    luck = (Chosen("lucky", "no", "Ana"), thrown(6, why="luck"))
    run = again(thrown(2, 5), *luck, luck="lucky")
    assert run.spare == (thrown(6, why="luck"),)
    assert again(thrown(2, 5), *luck).spare == luck


def test_a_face_put_right_was_read_off_the_table() -> None:
    assert replay_with_other_face(thrown(2, 5), 1, 6) == thrown(2, 6, typed=(False, True))
