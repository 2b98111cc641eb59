"""The notebook widget: the page of Sawtooth with its plots and sliders. It runs in the browser, without Node."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

import anywidget
import pandas as pd
import traitlets

from ._command import BUILT, SawtoothError, link_of, setting_name

THEMES = ("light", "dark", "contrast")


class SawtoothWidget(anywidget.AnyWidget):
    """The page in a notebook. Its settings and results are traits, which follow the page at the end of each change."""

    _esm = BUILT / "widget.js"

    #: The run, as a link from "#" on. Another link opens another run.
    link = traitlets.Unicode("#v=2").tag(sync=True)
    #: The settings that may be changed, by their names in links: {"beta-ecn": 0.8, "rtt": "80ms"}. `set` changes them.
    settings = traitlets.Dict().tag(sync=True)
    #: True if `metrics` and `digest` belong to the present settings.
    complete = traitlets.Bool(False).tag(sync=True)
    #: Results of the last whole run, by the names of `sweep`: {"utilisation": {"value": 97.1, "unit": "%"}}.
    metrics = traitlets.Dict().tag(sync=True)
    #: Digest of the last whole run: the same as in `run` and in a terminal.
    digest = traitlets.Unicode("").tag(sync=True)
    #: The reason why the page refused the last change by Python; empty after the next change.
    error = traitlets.Unicode("").tag(sync=True)
    #: Height of the frame in pixels.
    height = traitlets.Int(640).tag(sync=True)
    _options = traitlets.Unicode("").tag(sync=True)

    def set(self, **settings: Any) -> None:
        """Changes settings: `set(beta_ecn=0.8, rtt="80ms")`."""
        self.settings = {**self.settings, **{setting_name(name): value for name, value in settings.items()}}

    @property
    def summary(self) -> pd.DataFrame:
        """One row per metric of the last whole run."""
        rows = [(name, of["value"], of["unit"]) for name, of in self.metrics.items()]
        return pd.DataFrame(rows, columns=["metric", "value", "unit"])


def make_widget(
    scenario: str | None,
    *,
    touch: Iterable[str] | None = None,
    hide: Sequence[str] = (),
    theme: str | None = None,
    height: int = 640,
    **flags: Any,
) -> SawtoothWidget:
    if theme is not None and theme not in THEMES:
        raise SawtoothError(f"theme: expected {', '.join(THEMES)}, got {theme}")
    options = {"embed": "1", "hide": _names(hide), "theme": theme}
    # An empty "touch" has a meaning: nothing may be changed.
    wanted = [f"{name}={value}" for name, value in options.items() if value]
    if touch is not None:
        wanted.append(f"touch={_names(touch)}")
    return SawtoothWidget(link=link_of(scenario, flags), height=height, _options="".join(f"&{one}" for one in wanted))


def _names(names: Iterable[str]) -> str:
    return ",".join(quote(setting_name(name), safe="") for name in ([names] if isinstance(names, str) else names))
