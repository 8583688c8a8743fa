"""Chance at a table, from a secret that is committed before the deal (docs/records.md)."""

import hashlib
import hmac
from collections.abc import Sequence

SECRET_BYTES = 32
NOTHING_KNOWN = (0, 0, 0, 0)  # what the generator holds between two moves, so that no state foretells chance


def commitment(secret: bytes) -> str:
    """What is published before the deal: the SHA-256 of the table's secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def chance_words(secret: bytes, contributions: Sequence[str], number: int) -> tuple[int, ...]:
    """The four generator words for event `number`: HMAC-SHA256(secret, contributions and number), first 16 bytes."""
    message = b"\0".join(part.encode() for part in contributions) + b"\0" + number.to_bytes(8, "big")
    digest = hmac.digest(secret, message, "sha256")
    return tuple(int.from_bytes(digest[at : at + 4], "big") for at in range(0, 16, 4))
