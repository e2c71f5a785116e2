# make run    the bot, or without a token the local table: the same bot in your browser
#             make run SYSTEM=opreb plays another system at a new table, SYSTEM=my_game.toml a file of your own, read again at each save;
#             make run HOST=0.0.0.0 opens the table to the phones in your network, with codes to scan
# make demo   a scripted battle, printed; make demo SYSTEM=opreb for another system, make demo CAMPAIGN=1 for a campaign
# make test   the tests; make lint the checks of style, types and imports
# make texts  every language brought up to date with the texts of the code; make texts NEW=fr begins one
# make evenings  plays an evening of every system in a browser, in both languages, measures and reads each screen
#             (make evenings ARGS="FOLDER --system fubar --language de --steps 20" keeps the pictures of a part)
# make pictures  makes the pictures of README.md anew, of the pages as they are (needs Chromium)
# make mutate  breaks the code in small ways at places drawn by chance, and lists what no test noticed
#              (make mutate SAMPLE=50 SEED=7 ARGS=rules/fubar for a part; ARGS=--measure after many new tests)
# make soak   plays long random games of every system for as long as it is left to, and looks at every step (Ctrl-C ends it;
#              make soak GAMES=5 ENTRIES=300 ARGS='-k fubar' for so many of a system, KNOWN=1 with what is known to be broken)
# make bench  how long a command takes (ARGS="--only fire", --save FILE, --compare FILE); make lock brings requirements*.lock up to date
SYSTEM ?= fubar
UV = uv==0.13.8
PY = .venv/bin/python
GAMES ?= 1000
ENTRIES ?= 400
SAMPLE ?= 300
SEED ?= 1

.PHONY: run demo test lint style format prose imports types texts bench evenings pictures soak mutate lock installed ready

# Only what is typed behind make counts: some shells have a HOST of their own.
ifeq ($(origin HOST),command line)
run: export ADJUTANT_LOCAL_HOST = $(HOST)
endif
ifeq ($(origin SYSTEM),command line)
run: export ADJUTANT_LOCAL_SYSTEM = $(SYSTEM)
endif
run: ready
	@exec $(PY) -m bot run

demo: .playing
	@exec $(PY) -m bot demo $(if $(CAMPAIGN),--campaign) $(SYSTEM)

# What Python compiles is kept for the next of many processes, even where the environment says that nothing is kept:
# each worker, and each of the hundred programs that the tests start, would compile a thousand modules first.
test soak bench mutate: export PYTHONDONTWRITEBYTECODE =
test soak bench mutate: export PYTHONPYCACHEPREFIX ?= $(CURDIR)/.venv/bytecode

# What tests write is thrown away: in memory, where there are 4 GB, no command waits for a disk.
ROOM := $(shell [ -w /dev/shm ] && df -m /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 >= 4096 { print "/dev/shm" }')
ifneq ($(ROOM),)
test soak mutate: export TMPDIR ?= $(ROOM)
endif

# Tests of one file stay with one worker as long as all have work: what is made once in a process is made once.
test: installed
	@$(PY) -m pytest -n auto --dist worksteal $(ARGS)

lint: style format prose imports types

style: installed
	$(PY) -m ruff check .

format: installed
	$(PY) -m ruff format --check .

prose: installed
	$(PY) -m tests.prose

imports: installed
	.venv/bin/lint-imports

# With room for its new objects, or it spends a fifth of its time on collecting them.
types: installed
	NODE_OPTIONS=--max-semi-space-size=64 $(PY) -m pyright

texts: installed
	@$(PY) -m data.texts $(NEW)

bench: installed
	@$(PY) -m tests.bench $(ARGS)

evenings: installed
	@$(PY) -m tests.evenings $(ARGS)

pictures: installed
	@$(PY) -m tests.pictures

soak: installed
	@ADJUTANT_SOAK_SEEDS=$(GAMES) ADJUTANT_SOAK_ENTRIES=$(ENTRIES) ADJUTANT_SOAK_FIRST=$(or $(FIRST),1) ADJUTANT_SOAK_KNOWN=$(KNOWN) \
	$(PY) -m pytest -n auto --maxfail=10 --timeout=0 tests/soak $(ARGS)

mutate: installed
	@$(PY) -m tests.mutation --sample $(SAMPLE) --seed $(SEED) $(ARGS)

COMPILE = .venv/bin/uv pip compile -q --generate-hashes --universal --python-version 3.11 \
	--custom-compile-command "make lock" $(ARGS) pyproject.toml

lock: .venv/bin/uv
	$(COMPILE) --extra postgresql -o requirements.lock
	$(COMPILE) --extra local -c requirements.lock -o requirements-local.lock
	$(COMPILE) --extra postgresql --extra local --group dev -c requirements.lock -o requirements-dev.lock

# The packages of a lock, nothing else, and only when it has changed since: .venv/installed.lock is what was installed last.
define sync
	@cmp -s $(1) .venv/installed.lock || { echo "Installing the packages of $(1) into .venv"; rm -f .venv/installed.lock; \
	.venv/bin/uv pip sync --python $(PY) --require-hashes $(1) && cp $(1) .venv/installed.lock; }
endef

installed: .venv/bin/uv
	$(call sync,requirements-dev.lock)

# What plays: a bot that serves Discord needs no table in the browser and no tools, a table needs no tools; more does no
# harm where it is there.
ready: .venv/bin/python
	@if cmp -s requirements-dev.lock .venv/installed.lock; then :; \
	elif [ -n "$$DISCORD_TOKEN" ] || grep -Eqs '^[[:space:]]*(export[[:space:]]+)?DISCORD_TOKEN[[:space:]]*=[[:space:]]*[^[:space:]#]' .env; \
	then $(MAKE) -s .lean LOCK=requirements.lock; else $(MAKE) -s .lean LOCK=requirements-local.lock; fi

.PHONY: .playing .lean
.playing: .venv/bin/python
	@cmp -s requirements-dev.lock .venv/installed.lock || $(MAKE) -s .lean LOCK=requirements-local.lock

# By pip, without the 40 MB of uv, and without pip afterwards: a .venv that only plays is small.
.lean:
	@cmp -s $(LOCK) .venv/installed.lock || { echo "Installing the packages of $(LOCK) into .venv"; rm -f .venv/installed.lock; \
	$(PIP) install --disable-pip-version-check --require-hashes --no-deps --no-compile --prefer-binary -r $(LOCK) && \
	cp $(LOCK) .venv/installed.lock && { [ -e .venv/bin/uv ] || $(PIP) uninstall -q -y setuptools pip; }; }

PIP = { $(PY) -m pip --version >/dev/null 2>&1 || $(PY) -m ensurepip >/dev/null; } && $(PY) -m pip

.venv/bin/uv: .venv/bin/python
	@$(PIP) install -q --disable-pip-version-check "$(UV)"

# The Python of the system first: distributions build it by the profile of its use, pyenv does not, and it takes an eighth
# less time.
.venv/bin/python:
	@for python in /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; python=; done; \
	[ -n "$$python" ] || { echo "Python 3.11 or newer with its venv module is needed: see https://www.python.org/downloads/ (Debian, Ubuntu: apt install python3-venv)." >&2; exit 1; }; \
	echo "Making .venv with $$($$python --version)"; \
	$$python -m venv .venv
