"""What every game says in the same way: messages that need no facts, by the game's name."""

from gradatim.core.game import Game
from gradatim.words import RuleText, Words


def title(words: Words, game: Game) -> str:
    return words.say(f"{game.name}.title")


def pitch(words: Words, game: Game) -> str:
    return words.say(f"{game.name}.pitch")


def part(words: Words, game: Game, name: str) -> str:
    """A part of the score, by its name in the rules' PARTS."""
    return words.say(f"{game.name}.part.{name}")


def option_label(words: Words, game: Game, name: str) -> str:
    return words.say(f"{game.name}.option.{name}")


def option_help(words: Words, game: Game, name: str) -> str:
    return words.say(f"{game.name}.option.{name}.help")


def preset_label(words: Words, game: Game, name: str) -> str:
    return words.say(f"{game.name}.preset.{name}")


def rules_page(words: Words, game: Game) -> list[RuleText]:
    """The rules in the order of the rulebook: the game's `words.RULES` are (key, rulebook place, rulings)."""
    page: list[RuleText] = []
    for key, place, rulings in game.words.RULES:
        heading = f"{game.name}.rules.{key}.heading"
        shown = words.say(heading) if heading in words else ""
        page.append(RuleText(key, shown, words.say(f"{game.name}.rules.{key}"), place, list(rulings)))
    return page
