"""A real Chromium for the tests in this folder."""

from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

# No sandbox: tests run as root in containers. The rest keeps the browser from calling home.
CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ContextFor = Callable[..., BrowserContext]


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    """One Chromium for the whole session, with a new profile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def context_for(browser: Browser) -> Iterator[ContextFor]:
    """`context_for(width, height, …)`: a person's browser, with its own storage; closed after the test.

    Call it once for each person at the table.
    """
    contexts = []

    def make(
        width: int,
        height: int,
        theme: Literal["light", "dark"] = "light",
        touch: bool = False,
        reduced_motion: bool = False,
        locale: str = "en-GB",
    ) -> BrowserContext:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce" if reduced_motion else "no-preference",
            locale=locale,
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
