"""Reading dice that are thrown (TRO-1): d3, d66, d666."""

from tableside.errors import DiceError


def d3(face: int) -> int:
    """A d6 halved, rounded up (TRO-1)."""
    return (face + 1) // 2


def digits(*faces: int) -> int:
    """Dice read in order as digits: d66, d666 and longer (TRO-1). Raises `DiceError` for a face above 9."""
    if any(not 1 <= face <= 9 for face in faces):
        raise DiceError(f"{faces} cannot be read as digits: each face must be 1 to 9")
    return int("".join(map(str, faces)))


def is_double(faces: tuple[int, ...], face: int) -> bool:
    """Whether every die shows this face."""
    return all(shown == face for shown in faces)
