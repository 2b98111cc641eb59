"""Calls the Sawtooth command, which the package carries as JavaScript, with Node."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import warnings
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pandas as pd

BUILT = Path(__file__).parent / "built"
COMMAND = BUILT / "command"

#: Flags of a scenario that take no value.
SWITCHES = {"capacity-trace-once"}


class SawtoothError(Exception):
    """A request that Sawtooth refuses. The message names what was wrong, where, and what is allowed."""


class SawtoothWarning(UserWarning):
    """A note about a run or sweep, such as a setting that has no effect."""


def setting_text(value: Any) -> str:
    """Returns a value as flags and links write it: True is "on", and a mapping is "cc=cubic,rtt=80ms"."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Mapping):
        return ",".join(f"{setting_name(name)}={setting_text(one)}" for name, one in value.items())
    return str(value)


def setting_name(name: str) -> str:
    return name.replace("_", "-")


def settings_of(flags: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yields names and texts of keyword arguments. A list repeats its name; None leaves the setting out."""
    for name, value in flags.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is not None:
                yield setting_name(name), setting_text(one)


def words_of(flags: Mapping[str, Any]) -> list[str]:
    """Returns keyword arguments as words of a command line."""
    return [
        f"--{name}" if name in SWITCHES and text == "on" else f"--{name}={text}"
        for name, text in settings_of(flags)
        if not (name in SWITCHES and text == "off")
    ]


def is_flags(scenario: str) -> bool:
    return scenario.strip() == "" or scenario.lstrip().startswith("-")


#: What to do about a flag that names a file. A text may be a stranger's link, so it may not read or write files.
READS = "give it to sawtooth.run or sawtooth.sweep as a keyword argument, and the widget their result."


def link_of(scenario: str | None, flags: Mapping[str, Any]) -> str:
    """Returns a link with these settings. The page reads it, and names what is wrong in it."""
    settings = list(settings_of(flags))
    base = "v=2"
    if scenario is not None and is_flags(scenario):
        settings = [*flags_in(scenario), *settings]
    elif scenario is not None:
        base = scenario.partition("#")[2] if "#" in scenario else scenario
    for name, _ in settings:
        if name in ("url", "scenario") or name.endswith(("-file", "capacity-trace")):
            raise SawtoothError(f"--{name} reads a file or a link: {READS}")
    given = {name for name, _ in settings}
    kept = [part for part in base.split("&") if part.partition("=")[0] not in given]
    return "#" + "&".join([*kept, *(f"{name}={quote(text, safe='=,:;@')}" for name, text in settings)])


def flags_in(text: str) -> list[tuple[str, str]]:
    """Returns the names and values of flags in a text."""
    words = shlex.split(text)
    settings: list[tuple[str, str]] = []
    while words:
        name, equals, value = words.pop(0).partition("=")
        if not name.startswith("--") or (equals == "" and not words):
            raise SawtoothError(f'expected flags with their values, "--beta-ecn 0.8 --rtt 40ms", got "{text}"')
        settings.append((name[2:], value if equals else words.pop(0)))
    return settings


def request_of(scenario: str | Mapping[str, Any] | None, flags: Mapping[str, Any]) -> tuple[list[str], str | None]:
    """Returns the words of a command line, and the text for its standard input if the scenario is an object."""
    words = words_of(flags)
    if scenario is None:
        return words, None
    if isinstance(scenario, Mapping):
        return ["--scenario=-", *words], json.dumps(scenario)
    if not isinstance(scenario, str):
        raise TypeError(f"scenario: expected a link, flags or a mapping, got {type(scenario).__name__}")
    # Flags in a text become a link, because a link can only set the scenario.
    return [f"--url={link_of(scenario, {}) if is_flags(scenario) else scenario}", *words], None


@lru_cache
def node() -> str:
    """Returns the path of Node, which must be new enough."""
    needed = re.findall(r"\d+", json.loads((COMMAND / "package.json").read_text())["engines"]["node"])
    ask = f"Sawtooth needs Node.js {'.'.join(needed)} or newer on PATH (https://nodejs.org)"
    path = shutil.which("node")
    if path is None:
        raise SawtoothError(f"{ask}, but there is no program node.")
    said = subprocess.run([path, "--version"], capture_output=True, text=True).stdout.strip()
    found = [int(part) for part in re.findall(r"\d+", said)]
    if found[: len(needed)] < [int(part) for part in needed]:
        raise SawtoothError(f"{ask}, but {path} is {said or 'no Node.js'}.")
    return path


def call(words: list[str], given: str | None, *, is_repeat: bool = False) -> str:
    """Runs the command and returns its output. Its refusals become errors, and its notes warnings, but for a repeated run."""
    done = subprocess.run(
        [node(), str(COMMAND / "src" / "cli" / "main.mjs"), *words],
        **({"stdin": subprocess.DEVNULL} if given is None else {"input": given}),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    notes = done.stderr.strip()
    # A run that was stopped prints the results until then, and has an exit status too.
    if done.returncode != 0 and done.stdout == "":
        raise SawtoothError(notes or f"node ended with status {done.returncode}.")
    for note in [] if is_repeat else notes.splitlines():
        warnings.warn(note.removeprefix("Note: "), SawtoothWarning, stacklevel=3)
    return done.stdout


def read_table(file: Path) -> pd.DataFrame:
    """Reads a CSV file of the command. `attrs["about"]` has the lines above the table, with link and digest."""
    about = []
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            if not line.startswith("#"):
                break
            about.append(line[1:].strip())
    table = pd.read_csv(file, skiprows=len(about), keep_default_na=False, na_values=[""], low_memory=False)
    table.attrs["about"] = about
    return table


def digest_of(table: pd.DataFrame) -> str:
    return next(line.split()[1] for line in table.attrs["about"] if line.startswith("digest "))
