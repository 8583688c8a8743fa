"""Several people, several tabs, and a server that dies: nobody loses a seat, and nothing is done twice."""

import json
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.conftest import ContextFor, Server
from tests.e2e.person import Mouse, Person, dealt, fronts, mover, sit_down

OFFLINE = r"WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource"


def commands(page: Page) -> list[dict]:
    """What the page sends from now on, over sockets that it opens from now on."""
    sent: list[dict] = []

    def listen(socket) -> None:
        socket.on("framesent", lambda frame: sent.append(json.loads(frame)))

    page.on("websocket", listen)
    return sent


def moves(sent: list[dict]) -> list[str]:
    return [command["move"] for command in sent if command["do"] == "move"]


def names(page: Page) -> list[str]:
    return page.locator(".seats .seat b").all_inner_texts()


def own_log(person: Person) -> list[str]:
    return [line for line in person.look().log if line.startswith("You ")]


def test_two_people_by_link_and_somebody_watching(server: Server, context_for: ContextFor) -> None:
    first = context_for(1280, 800).new_page()
    first.goto(server.url)
    first.get_by_role("button", name="Play Escalation!").click()
    first.get_by_label("Your name").fill("Zoë 猫")
    first.locator(".choice label").filter(has_text="2").first.click()
    first.locator(".who select").nth(1).select_option(label="Another person")
    first.get_by_role("button", name="Start").click()
    first.wait_for_url("**/t/*")
    link = first.get_by_label("Link to this table").input_value()
    assert link == first.url
    expect(first.locator(".place")).to_have_count(2)
    expect(first.locator(".place.open")).to_have_count(1)

    # Somebody with the link who gives no name is Player 2, and may still change it.
    second = context_for(390, 844, touch=True).new_page()
    second.goto(link)
    second.get_by_role("button", name="Sit here, seat 2").tap()
    guest, host = Person(second), Person(first)
    mover(host, guest)
    expect(first.locator(".seats .seat b")).to_have_text("Player 2")
    expect(second.locator(".seats .seat b")).to_have_text("Zoë 猫")

    # A third has no seat to take, sees no hand, and nothing to press.
    third = context_for(1280, 800).new_page()
    third.goto(link)
    expect(third.locator(".hand.watching")).to_be_visible()
    watching = Person(third).look()
    assert names(third) == ["Zoë 猫", "Player 2"]
    assert watching.hand == []
    assert watching.buttons == []
    assert third.get_by_role("button", name="Sit here").count() == 0

    # Moves arrive everywhere, worded for whoever reads them.
    for _ in range(4):
        moving = mover(host, guest)
        other = guest if moving is host else host
        seen = other.look()
        moving.take_turn()
        other.wait_for_log(seen)
        third.wait_for_function(
            "count => document.querySelectorAll('.rail .log p').length >= count", arg=len(other.look().log)
        )
        done = own_log(moving)[0].removeprefix("You ")
        assert any(done.split()[-1] in line for line in Person(third).look().log)
        if moving.look().phase != "playing":
            break

    # Reload, and close and come back: the same seat, the same hand.
    hand = [card.name for card in guest.look().hand]
    second.reload()
    second.wait_for_function("() => document.querySelector('main.table')")
    assert [card.name for card in guest.look().hand] == hand
    context = second.context
    second.close()
    expect(first.locator(".seats .tag", has_text="away")).to_be_visible()
    back = context.new_page()
    back.goto(server.url)
    back.get_by_role("button", name="Continue").first.tap()
    back.wait_for_url(link)
    expect(first.locator(".seats .tag", has_text="away")).to_have_count(0)
    back.wait_for_function("() => document.querySelector('main.table')")
    assert [card.name for card in Person(back).look().hand] == hand
    expect(first.locator(".seats .seat b")).to_have_text("Player 2")


def test_names_are_kept_for_the_next_table(server: Server, context_for: ContextFor) -> None:
    context = context_for(1280, 800)
    page = context.new_page()
    page.goto(server.url)
    page.get_by_role("button", name="Play Escalation!").click()
    page.get_by_label("Your name").fill("Mira")
    page.locator(".who select").nth(1).select_option(label="Another person")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".place p").first).to_have_text("Mira")
    again = context.new_page()
    again.goto(server.url)
    again.get_by_role("button", name="Play Escalation!").click()
    expect(again.get_by_label("Your name")).to_have_value("Mira")


def test_the_server_is_killed_and_comes_back(server: Server, context_for: ContextFor) -> None:
    context_for.expects = OFFLINE
    made = server.table("me", "open", "simple")
    person = sit_down(context_for(1280, 800), server, made)
    other = context_for(1280, 800).new_page()
    other.goto(server.url + made["link"])
    other.get_by_role("button", name="Sit here, seat 2").click()
    guest = Person(other)
    other.wait_for_function("() => document.querySelector('main.table')")
    for _ in range(3):
        person.page.wait_for_function("() => document.querySelector('main.table')")
        mover(person, guest).take_turn()
    moving = mover(person, guest)
    before, guests = person.look(), guest.look()

    server.kill()
    lost = person.page.locator(".prompt", has_text="Connection lost")
    expect(lost).to_be_visible()
    expect(other.locator(".prompt", has_text="Connection lost")).to_be_visible()
    # A move made meanwhile waits, and is made once.
    seen = before if moving is person else guests
    sent = commands(moving.page)
    marked = [card for card in seen.hand if card.can and card.name.isdecimal()]
    if marked:
        chosen = moving.choose_play(marked[0])
        if chosen.naming:
            moving.page.keyboard.press("7")
        else:
            moving.play()
    else:
        moving.take()
    expect(moving.page.locator(".prompt")).to_contain_text("kept and sent once")
    server.start()
    expect(lost).to_have_count(0)
    expect(other.locator(".prompt", has_text="Connection lost")).to_have_count(0)
    moving.wait_for_log(seen)
    now = moving.look()
    assert own_log(moving)[1:] == [line for line in seen.log if line.startswith("You ")]
    assert len(moves(sent)) == 1
    if moving is guest:
        assert person.look().hand == before.hand or person.look().mine
    assert now.log[-len(seen.log) :] == seen.log

    # A page that was opened anew shows the same seat.
    hand = [card.name for card in person.look().hand]
    person.page.reload()
    person.page.wait_for_function("() => document.querySelector('main.table')")
    assert [card.name for card in person.look().hand] == hand


def test_two_tabs_of_one_seat_are_both_live(server: Server, context_for: ContextFor) -> None:
    made = server.table("me", "simple")
    context = context_for(1280, 800)
    one = sit_down(context, server, made)
    page = context.new_page()
    page.goto(one.page.url)
    page.wait_for_function("() => document.querySelector('main.table')")
    two = Person(page)
    for nth in range(4):
        mover, other = (one, two) if nth % 2 else (two, one)
        seen = mover.wait_for_turn()
        if seen.phase != "playing":
            break
        mover.page.bring_to_front()
        there = other.wait_for_turn()
        mover.take_turn()
        other.wait_for_log(there)
        other.wait_for_turn()
    # Closing one does not make the seat away, nor the other deaf.
    two.page.close()
    seen = one.wait_for_turn()
    assert seen.phase == "playing"
    one.take_turn()


def test_a_browser_without_the_token_cannot_act(server: Server, context_for: ContextFor) -> None:
    made = dealt(server, lambda view: view["board"]["lead"], "me", "simple")
    sit_down(context_for(1280, 800), server, made)
    page = context_for(1280, 800).new_page()
    page.goto(server.url + made["link"])
    expect(page.locator(".hand.watching")).to_be_visible()
    # Not even by speaking to the server itself, in the page's own voice.
    answers = page.evaluate(
        """(table) => new Promise((resolve) => {
          const socket = new WebSocket(`ws://${location.host}/ws/${table}`);
          const answers = [];
          socket.onopen = () => socket.send(JSON.stringify({ do: "hello", id: "a", token: "0".repeat(40) }));
          socket.onmessage = (event) => {
            const message = JSON.parse(event.data);
            if (message.is === "view" && !answers.some((answer) => answer.id === "b")) {
              answers.push(message);
              socket.send(JSON.stringify({ do: "move", id: "b", on: message.decision, move: "5" }));
              socket.send(JSON.stringify({ do: "undo", id: "c", on: message.decision }));
              socket.send(JSON.stringify({ do: "fill", id: "d", seat: 0, bot: "simple" }));
              socket.send(JSON.stringify({ do: "rename", id: "e", name: "Eve" }));
            } else if (message.is === "answer") {
              answers.push(message);
              if (message.id === "e") { socket.close(); resolve(answers); }
            }
          };
        })""",
        made["table"],
    )
    view = next(answer for answer in answers if answer["is"] == "view")
    assert view["you"] == -1
    refused = {answer["id"]: answer["refused"] for answer in answers if answer["is"] == "answer" and not answer["ok"]}
    assert set(refused) == {"b", "c", "d", "e"}
    assert all(refusal["say"] for refusal in refused.values())
    # Nor does it get the rest of the game from the other doors.
    again = page.request.post(f"{server.url}/api/tables/{made['table']}/again", data={"contribution": ""})
    assert again.status == 403
    assert page.request.get(f"{server.url}/api/tables/{made['table']}/replay").status == 409


def test_a_double_click_makes_one_move(server: Server, context_for: ContextFor) -> None:
    made = dealt(server, lambda view: view["board"]["lead"] and "f5" in fronts(view), "me", "simple")
    context = context_for(1280, 800, reduced_motion=True)
    person = sit_down(context, server, made)
    sent = commands(person.page)
    person.page.reload()
    seen = person.wait_for_turn()
    person.choose(next(card for card in seen.hand if card.name == "5"))
    expect(person.page.locator(".actions .primary")).to_be_visible()
    person.button("Play").dblclick()
    person.wait_for_log(seen)
    seen = person.wait_for_turn()
    assert moves(sent) == ["5"]
    assert [line for line in own_log(person) if "lead" in line or "play" in line] == ["You lead with 5"]
    if seen.button("Take").off:  # the bot has taken the 5 and leads; its card lies there
        person.take_turn()
        seen = person.wait_for_turn()
    sent.clear()
    taken = own_log(person)
    person.button("Take").dblclick()
    person.wait_for_log(seen)
    assert moves(sent) == ["take"]
    assert len(own_log(person)) == len(taken) + 1
    assert own_log(person)[0].startswith("You take")


def test_every_frame_twice_is_every_move_once(server: Server, context_for: ContextFor) -> None:
    """A network that repeats itself; only the greeting comes once."""
    made = server.table("me", "simple", deck=1, hand_size=3)
    page = context_for(1280, 800, reduced_motion=True).new_page()

    def twice(route: WebSocketRoute) -> None:
        onward = route.connect_to_server()

        def send(message: str | bytes) -> None:
            onward.send(message)
            if json.loads(message)["do"] != "hello":
                onward.send(message)

        route.on_message(send)

    page.route_web_socket("**/ws/*", twice)
    page.goto(server.url)
    seat = {"token": made["token"], "hostToken": made["host_token"], "seat": 0, "game": "escalation"}
    page.evaluate(
        "([id, seat]) => localStorage.setItem('gradatim.tables', JSON.stringify({[id]: seat}))", [made["table"], seat]
    )
    page.goto(server.url + made["link"])
    page.wait_for_function("() => document.querySelector('main.table')")
    person = Person(page, Mouse)
    turns, seen = 0, person.wait_for_turn()
    while seen.phase == "playing":
        person.take_turn()
        turns += 1
        seen = person.wait_for_turn()
    record = [json.loads(line) for line in server.record(made["table"]).splitlines()]
    assert sum(line.get("do") == "move" and line.get("seat") == 0 for line in record) == turns


def held(page: Page) -> Callable[[], None]:
    """From the call of what this returns on, views are slow: they reach the page with the next answer."""
    waiting: list[str | bytes] | None = None

    def hold() -> None:
        nonlocal waiting
        waiting = []

    def pass_on(route: WebSocketRoute) -> None:
        onward = route.connect_to_server()

        def receive(message: str | bytes) -> None:
            nonlocal waiting
            if waiting is not None and json.loads(message)["is"] != "answer":
                waiting.append(message)
                return
            for late in waiting or []:
                route.send(late)
            waiting = None
            route.send(message)

        onward.on_message(receive)

    page.route_web_socket("**/ws/*", pass_on)
    return hold


def test_a_stale_tab_is_refused_and_shown_how_it_is_now(server: Server, context_for: ContextFor) -> None:
    made = dealt(server, lambda view: view["board"]["lead"] and "f5" in fronts(view), "me", "simple")
    context = context_for(1280, 800, reduced_motion=True)
    fresh = sit_down(context, server, made)
    page = context.new_page()
    hold = held(page)
    page.goto(fresh.page.url)
    page.wait_for_function("() => document.querySelector('main.table')")
    stale = Person(page)
    seen = stale.wait_for_turn()
    five = next(card for card in seen.hand if card.name == "5")
    stale.choose(five)
    expect(page.locator(".actions .primary")).to_be_visible()
    hold()
    before = fresh.wait_for_turn()
    fresh.take_turn()
    fresh.wait_for_log(before)
    fresh.wait_for_turn()
    assert stale.look().log == seen.log
    stale.play()
    expect(page.get_by_role("alert")).to_be_visible()
    assert len(stale.look().alert) > 10
    page.wait_for_function(
        "count => document.querySelectorAll('.rail .log p').length === count", arg=len(fresh.look().log)
    )
    assert [card.name for card in stale.look().hand] == [card.name for card in fresh.look().hand]
    # The refused play has not been made, and the sentence is still there to be read with the fresh view.
    assert own_log(stale) == own_log(fresh)
    expect(page.get_by_role("alert")).to_be_visible()
