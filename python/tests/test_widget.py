"""Tests the widget in Python: its link, its options, and its traits. tests/e2e/python-widget.test.ts tests it in a browser."""

import pytest
import sawtooth

pytest.importorskip("anywidget")


def test_a_widget_shows_the_scenario_in_every_form():
    assert sawtooth.widget().link == "#v=2"
    assert sawtooth.widget("https://sawtooth.example/#v=2&aqm=pie", beta_ecn=0.7).link == "#v=2&aqm=pie&beta-ecn=0.7"
    assert sawtooth.widget("#v=2&rtt=80ms&aqm=pie", rtt="40ms").link == "#v=2&aqm=pie&rtt=40ms"
    assert sawtooth.widget("--beta-ecn 0.8 --rtt=40ms", ecn=False).link == "#v=2&beta-ecn=0.8&rtt=40ms&ecn=off"
    groups = sawtooth.widget(flow=[{"cc": "cubic", "rtt": "80ms"}, {"cc": "newreno"}])
    assert groups.link == "#v=2&flow=cc=cubic,rtt=80ms&flow=cc=newreno"
    result = sawtooth.run(aqm="pie", duration="12s", warmup="2s")
    assert sawtooth.widget(result).link == result.link


def test_options_of_the_page_are_names_of_links():
    made = sawtooth.widget(touch=["beta_ecn", "rtt"], hide="path", theme="dark", height=400)
    assert made._options == "&embed=1&hide=path&theme=dark&touch=beta-ecn,rtt"
    assert made.height == 400
    assert sawtooth.widget(touch=[])._options == "&embed=1&touch="
    assert sawtooth.widget(touch="a&b=c")._options == "&embed=1&touch=a%26b%3Dc"


def test_what_the_page_cannot_read_is_refused():
    with pytest.raises(sawtooth.SawtoothError, match="theme: expected light, dark, contrast, got blue"):
        sawtooth.widget(theme="blue")
    with pytest.raises(sawtooth.SawtoothError, match="--cc-file reads a file"):
        sawtooth.widget(cc_file="sender.js")
    with pytest.raises(sawtooth.SawtoothError, match="expected flags with their values"):
        sawtooth.widget("--beta-ecn")


def test_settings_keep_the_others_and_results_are_a_table():
    made = sawtooth.widget()
    made.settings = {"rtt": "80ms"}
    made.set(beta_ecn=0.8)
    assert made.settings == {"rtt": "80ms", "beta-ecn": 0.8}
    made.metrics = {"utilisation": {"value": 97.5, "unit": "%"}, "fct": {"value": None, "unit": "s"}}
    assert list(made.summary["metric"]) == ["utilisation", "fct"]
    assert made.summary.loc[0, "value"] == 97.5


def test_the_widget_carries_the_page():
    assert "__PAGE__" not in sawtooth.widget()._esm
    assert len(sawtooth.widget()._esm) > 1_000_000
