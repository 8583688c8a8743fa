"""What is generated from the wire, and what it says in words, is up to date."""

import re

from gradatim.web import types
from gradatim.words import PACKAGE, catalogue


def test_the_clients_types_are_generated_from_the_wire() -> None:
    assert types.TARGET.read_text() == types.declarations(), "run: python -m gradatim.web.types"


def test_every_message_of_the_server_exists_and_is_used() -> None:
    source = "".join(path.read_text() for path in sorted((PACKAGE / "web").glob("*.py")))
    used = set(re.findall(r'"(server\.[a-z_.]+)"', source))
    refusals = set(re.findall(r'refusal_view\(\s*(?:\w+\.)?words, "(\w+)"', source)) | {"stale", "unsaved"}
    problems = set(re.findall(r'_say\("(\w+)"', source))
    used |= {f"server.refusal.{key}" for key in refusals} | {f"server.refusal.{key}.note" for key in refusals}
    used |= {f"server.problem.{key}" for key in problems}
    used |= {f"server.seat.bot.{number}" for number in range(1, 7)}
    known = {key for key in catalogue("en") if key.startswith("server.")}
    assert used - known == set()
    assert known - used == set()
