"""Every limit of the server in one place. ``docs/operate.md`` lists them; messages name the number they enforce."""

# Tables
MOST_ROOMS = 2000  # in memory
MOST_WATCHERS = 100  # at one table
MOST_SEAT_SOCKETS = 12  # of one seat: tabs and devices
MOST_PACE = 10_000  # ms that a bot waits before it moves
RACE, LEAST_RACE, MOST_RACE = 1500, 100, 10_000  # ms that a race stays open where people play
AWAY, LEAST_AWAY, MOST_AWAY = 120_000, 500, 86_400_000  # ms of being away after which the clock moves for somebody
IDLE = 600.0  # seconds after which a table without sockets leaves memory
UNJOINED = 3600.0  # seconds after which a table that nobody joined is forgotten
ABANDONED = 30 * 86_400_000  # ms after which a table that was never dealt is forgotten

# Races
GRACE = 80  # ms after the first claim in which another counts as tied
LAST_RACE = 10_000  # ms after which a silent person lets the last race of a round go by
REACTION_FROM, REACTION_TO = 0.3, 0.9  # after which part of the window's time bots react
SLOW_BOT = 1000  # ms after the window's time in which a bot that is still thinking is waited for

# Texts, in characters
MOST_NAME = 24
MOST_TEXT = 64  # of a command's id, a move, a piece, a contribution
PRIVATE = 16  # of a contribution that makes a lost answer to a Sit safe to repeat

# Commands
MOST_PIECES = 64  # in one attempt
MOST_TRIES = 8  # refused moves kept for one decision
MOST_ANSWERS = 128  # refused commands remembered for each seat
COMMANDS_AT_ONCE, COMMANDS_PER_SECOND = 40.0, 20.0
MOST_OUTBOX = 256  # messages that a socket may be behind
HELLO_SECONDS = 10.0  # for a socket to say hello

# Advice
MOST_ADVICE, MOST_TABLE_ADVICE = 32, 8  # questions that may wait for the solver: all, and those about one table
ADVICE_SECONDS = 60.0  # that anybody waits for an answer
SOLVER_SECONDS = 300.0  # after which a solver is given up; before its first answer it is compiled

# Bodies, in bytes
LARGEST_COMMAND = 64 << 10
LARGEST_RECORD = 4 << 20

MOST_EVENTS = 5000  # of a table: it is kept in memory and loaded whole, and some games need not end
MOST_STEPS = 5000  # of a replay: the longest real games have some hundreds
