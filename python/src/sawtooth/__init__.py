"""Sawtooth in Python: runs and sweeps as DataFrames, and a notebook widget. The engine is that of the page and the command."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from ._command import SawtoothError, SawtoothWarning, call, digest_of, read_table, request_of, settings_of, words_of

if TYPE_CHECKING:
    from ._widget import SawtoothWidget

__all__ = ["Result", "SawtoothError", "SawtoothWarning", "run", "sweep", "widget"]
__version__ = version("sawtooth")

Scenario = str | Mapping[str, Any] | None

#: Window of the throughput in seconds, as on the page.
WINDOW_S = 1.0

#: Units that are not in the names of columns.
NO_UNITS = ("", "count", "phases")


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """A finished run. Figures cover the time after the warm-up; flows are counted from 1."""

    #: The object that `sawtooth run --json` prints.
    json: dict[str, Any]
    #: The tables that `sawtooth run --csv` writes, by file name.
    tables: dict[str, pd.DataFrame]
    _request: tuple[list[str], str | None]

    def __repr__(self) -> str:
        return f"<sawtooth.Result {self.link}, digest {self.digest}>"

    @property
    def digest(self) -> str:
        return self.json["digest"]

    @property
    def link(self) -> str:
        """The part of a link from "#" on, which opens this run on the page and in `run`."""
        return self.json["url"]

    @cached_property
    def summary(self) -> pd.DataFrame:
        """One row per flow."""
        # Flows with responses have a column for each figure of them.
        table = _flat(self.json["flows"]).drop(columns="responses", errors="ignore")
        table.insert(0, "flow", table.pop("id") + 1)
        table["group"] += 1
        return table

    @cached_property
    def links(self) -> pd.DataFrame:
        """One row per link: utilisation, marks, drops, queue and sojourn times."""
        return _flat(self.json["links"]).rename(columns={"id": "link"})

    @cached_property
    def series(self) -> dict[str, pd.DataFrame]:
        """Series over time, by name: cwnd, delay, throughput and others, with the unit in the name of the column.

        Each row is an interval from t_s on, with its last, smallest and largest value.
        """
        found = {"throughput": self._throughput()}
        for owner, file in (("flow", "flow-series"), ("link", "queue-series")):
            for (name, unit), rows in self.tables[file].fillna({"unit": ""}).groupby(["series", "unit"], sort=False):
                column = name if unit in NO_UNITS else f"{name}_{unit}"
                column = column.replace("-", "_")
                names = {"last": column, "min": f"{column}_min", "max": f"{column}_max"}
                table = rows[[owner, "t_s", *names]].rename(columns=names)
                found[name.replace("-", "_")] = table.reset_index(drop=True)
        return found

    @property
    def samples(self) -> pd.DataFrame:
        """Cumulative bytes of each flow and link, and Jain's index, at equal intervals."""
        return self.tables["samples"]

    def _throughput(self) -> pd.DataFrame:
        """Received payload of each flow, as a rate over the second that ends at t_s."""
        times = self.samples["t_s"]
        width = max(1, round(WINDOW_S / times[1])) if len(times) > 1 else 1
        received = self.samples.filter(regex=r"^received_bytes_\d+$").rename(columns=lambda name: int(name.split("_")[2]))
        # A window that would start before 0 s is shortened.
        start = times.shift(width).fillna(0)
        earlier = received.shift(width).fillna(0)
        rates = (received - earlier).mul(8 / 1e6).div(times - start, axis="index").iloc[1:]
        rates.insert(0, "t_s", times)
        table = rates.melt("t_s", var_name="flow", value_name="throughput_mbps")
        return table[["flow", "t_s", "throughput_mbps"]].astype({"flow": int})

    def packets(self, from_s: float | None = None, to_s: float | None = None) -> pd.DataFrame:
        """One row per packet event, in time order. The scenario is run again for it; a part of the run is faster to read."""
        part = words_of({f"packets_{end}": s for end, s in (("from", from_s), ("to", to_s)) if s is not None})
        return self._again("packets", part)

    def events(self) -> pd.DataFrame:
        """Reductions, timeouts, phases, marks and drops, in time order. The scenario is run again for it."""
        return self._again("trace")

    def _again(self, kind: str, more: Sequence[str] = ()) -> pd.DataFrame:
        words, given = self._request
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"{kind}.csv"
            call(["run", *words, f"--{kind}={file}", *more], given, is_repeat=True)
            table = read_table(file)
        if digest_of(table) != self.digest:
            raise SawtoothError("The run has changed since: a file that its scenario names has another content now.")
        return table


def run(scenario: Scenario = None, **flags: Any) -> Result:
    """Runs a scenario to its end.

    `scenario` is a link of the page, or its part from "#" on; flags as in a terminal ("--aqm pie --rtt 40ms"); or an
    object: a scenario file, or what `run --json` prints. Keyword arguments are flags too: `beta_ecn=0.7` is
    `--beta-ecn 0.7`, and `flow=[{"cc": "cubic"}, {"cc": "newreno", "start": "30s"}]` adds two groups of flows.
    """
    words, given = request_of(scenario, flags)
    with tempfile.TemporaryDirectory() as folder:
        printed = call(["run", *words, "--json", f"--csv={folder}"], given)
        tables = {file.stem: read_table(file) for file in sorted(Path(folder).glob("*.csv"))}
    return Result(json.loads(printed), tables, (words, given))


def sweep(
    scenario: Scenario = None,
    *,
    x: str | Mapping[str, Any],
    y: str | Mapping[str, Any] | None = None,
    metric: str | Sequence[str] = "utilisation",
    seeds: int = 1,
    against: str | Mapping[str, Any] | None = None,
    per_seed: bool = False,
    workers: int | None = None,
    **flags: Any,
) -> pd.DataFrame:
    """Varies one or two settings, on all processors, and returns one row per point and metric.

    An axis is a text, "beta-ecn=0.5:0.95:0.05" or "rtt=20ms,100ms", or a mapping, {"beta_ecn": [0.5, 0.7, 0.9]}.
    `attrs` of the table has "link" and "digest".
    """
    words, given = request_of(scenario, flags)
    axes = {"x": _axis(x), "y": y and _axis(y), "against": against and _axis(against)}
    metrics = metric if isinstance(metric, str) else ",".join(metric)
    asked = words_of({**axes, "metric": metrics, "seeds": seeds, "workers": workers})
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sweep.csv"
        call(["sweep", *words, *asked, *(["--per-seed"] if per_seed else []), f"--output={file}"], given)
        table = read_table(file)
    [link] = [line for line in table.attrs["about"] if line.startswith("#")]
    table.attrs.update(link=link, digest=digest_of(table))
    return table


def widget(scenario: str | Result | None = None, **options: Any) -> SawtoothWidget:
    """Shows the page in a notebook.

    `scenario` is a link, flags or a result, and keyword arguments are flags, as in `run`. `touch` names the settings that
    may be changed, and `hide` pieces of the page; without `touch`, everything may be changed. `theme` is light, dark or
    contrast; without it, the reader's own. `height` is in pixels.
    """
    try:
        from ._widget import make_widget
    except ModuleNotFoundError as error:
        raise SawtoothError(f"The widget needs the package {error.name}: pip install anywidget") from error
    return make_widget(scenario.link if isinstance(scenario, Result) else scenario, **options)


def _axis(axis: str | Mapping[str, Any]) -> str:
    if isinstance(axis, str):
        return axis
    if len(axis) != 1:
        raise SawtoothError(f"an axis has one setting, got {len(axis)}: {', '.join(axis)}")
    settings = list(settings_of(axis))
    return f"{settings[0][0]}={','.join(text for _, text in settings)}"


def _flat(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """Returns a table whose columns are the fields, nested ones too, in snake_case: goodput_bps, cwnd_segments_mean."""
    table = pd.json_normalize(rows, sep="_")
    return table.rename(columns=lambda name: re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower())
