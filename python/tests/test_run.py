"""Tests runs and sweeps: the numbers and digests of the command in a clone, the same scenario in every form, and errors."""

import json
import subprocess
import warnings
from pathlib import Path

import pandas as pd
import pytest
import sawtooth

ROOT = Path(__file__).parents[2]
SHORT = {"duration": "12s", "warmup": "2s"}


def command(*words: str) -> str:
    """Returns the output of the command from the project's sources."""
    program = [str(ROOT / "node_modules" / "tsx" / "dist" / "cli.mjs"), str(ROOT / "src" / "cli" / "main.ts")]
    done = subprocess.run(["node", *program, *words], capture_output=True, text=True, check=True, encoding="utf-8")
    return done.stdout


@pytest.fixture(scope="module")
def two():
    return sawtooth.run(flows=2, **SHORT)


def test_a_run_has_the_numbers_and_the_digest_of_the_command(two):
    printed = json.loads(command("run", "--flows", "2", "--duration", "12s", "--warmup", "2s", "--json"))
    assert two.json == printed
    assert (two.digest, two.link) == (printed["digest"], printed["url"])
    assert list(two.summary["flow"]) == [1, 2]
    assert list(two.summary["goodput_bps"]) == [flow["goodputBps"] for flow in printed["flows"]]
    assert list(two.summary["cwnd_segments_mean"]) == [flow["cwndSegments"]["mean"] for flow in printed["flows"]]
    assert two.links.loc[0, "link"] == "bottleneck"
    assert two.links.loc[0, "sojourn_ms_p99"] == printed["links"][0]["sojournMs"]["p99"]


@pytest.mark.parametrize(
    ("scenario", "flags"),
    [
        ("#v=2&flows=2&duration=12s&warmup=2s", {}),
        ("https://sawtooth.example/page/#v=2&flows=2&warmup=2s&embed=1&touch=rtt", {"duration": "12s"}),
        ("--flows 2 --duration=12s", {"warmup": 2}),
        (lambda run: run.json, {}),
        (lambda run: run.json["scenario"], {"aqm": "codel"}),
        (None, {"flow": [{"count": 2, "beta_ecn": 0.5, "ecn": True}], **SHORT}),
    ],
)
def test_every_form_of_a_scenario_gives_the_same_run(two, scenario, flags):
    assert sawtooth.run(scenario(two) if callable(scenario) else scenario, **flags).digest == two.digest


@pytest.mark.parametrize("text", ["--pcap={file} --duration 1s", " --csv {file} --duration 1s", "-o {file}"])
def test_a_text_of_flags_cannot_write_a_file(tmp_path, text):
    with pytest.raises(sawtooth.SawtoothError):
        sawtooth.run(text.format(file=tmp_path / "file"))
    assert list(tmp_path.iterdir()) == []


def test_series_have_units_in_the_names_of_their_columns(two):
    series = two.series
    assert list(series["cwnd"].columns) == ["flow", "t_s", "cwnd_segments", "cwnd_segments_min", "cwnd_segments_max"]
    assert list(series["delay"].columns) == ["link", "t_s", "delay_ms", "delay_ms_min", "delay_ms_max"]
    assert list(series["dropping"].columns) == ["link", "t_s", "dropping", "dropping_min", "dropping_max"]
    late = series["cwnd"].query("flow == 2 and t_s > 3")
    assert late["cwnd_segments_max"].max() == two.json["flows"][1]["cwndSegments"]["max"]


def test_throughput_is_the_payload_that_arrived_in_the_last_second(two):
    table = two.series["throughput"]
    assert list(table.columns) == ["flow", "t_s", "throughput_mbps"]
    samples = two.samples
    width = round(1 / samples["t_s"][1])
    mine = table.query("flow == 1").reset_index(drop=True)
    for row, first in ((width + 100, 101), (100, 0)):
        assert mine["t_s"][row] == samples["t_s"][row + 1]
        span = samples.loc[[first, row + 1], ["t_s", "received_bytes_1"]].diff().iloc[1]
        rate = span["received_bytes_1"] * 8 / span["t_s"] / 1e6
        assert mine["throughput_mbps"][row] == pytest.approx(rate)
    assert table["throughput_mbps"].notna().all()


def test_packets_and_events_are_read_for_a_part_of_the_run(two):
    packets = two.packets(from_s=3, to_s=3.2)
    assert packets["time_s"].between(3, 3.2).all()
    assert set(packets["flow"]) == {1, 2}
    assert pd.api.types.is_float_dtype(packets["sojourn_ms"])
    marks = two.events().query("event == 'mark' and t_s >= 2")
    assert len(marks) == two.json["links"][0]["marks"]


def test_packets_of_a_file_that_has_changed_are_refused(tmp_path):
    recording = tmp_path / "link.csv"
    recording.write_text("time_s,rate_bps\n0,10000000\n5,5000000\n")
    with pytest.warns(sawtooth.SawtoothWarning, match="2 rates in 10 s"):
        result = sawtooth.run(capacity_trace=recording, capacity_trace_once=True, **SHORT)
    recording.write_text("time_s,rate_bps\n0,10000000\n5,1000000\n")
    with pytest.raises(sawtooth.SawtoothError, match="has another content now"):
        result.events()


def test_a_sweep_has_the_points_of_the_command(tmp_path):
    file = tmp_path / "sweep.csv"
    axes = ["--x", "beta-ecn=0.5,0.8", "--y", "aqm=codel,pie", "--metric", "utilisation,delay-p99", "--seeds", "2"]
    command("sweep", *axes, "--flows", "2", "--duration", "12s", "--warmup", "2s", "-o", str(file))
    expected = pd.read_csv(file, skiprows=sum(line.startswith("#") for line in file.read_text().splitlines()))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = sawtooth.sweep(
            x={"beta_ecn": [0.5, 0.8]}, y="aqm=codel,pie", metric=["utilisation", "delay-p99"], seeds=2, flows=2, **SHORT
        )
    pd.testing.assert_frame_equal(table, expected, check_dtype=False)
    assert f"digest {table.attrs['digest']} of 8 runs" in file.read_text()
    assert table.attrs["link"].startswith("#v=2&flows=2")


def test_a_sweep_compares_seed_by_seed():
    table = sawtooth.sweep(
        "--flows 2", x="aqm=codel,pie", against={"aqm": "codel"}, seeds=2, per_seed=True, workers=1, **SHORT
    )
    assert set(table["against"].dropna()) == {"aqm=codel"}
    assert set(table["seed"].dropna()) == {1, 2}


def test_refusals_have_the_sentence_of_the_terminal():
    with pytest.raises(sawtooth.SawtoothError, match="--beta-ecn: β_ecn must be 0.3 to 0.99, got 5"):
        sawtooth.run(beta_ecn=5)
    with pytest.raises(sawtooth.SawtoothError, match="Did you mean beta-ecn"):
        sawtooth.run("--beta-ecm 0.5")
    with pytest.raises(sawtooth.SawtoothError, match="--x: "):
        sawtooth.sweep(x="nothing=1,2")
    with pytest.raises(sawtooth.SawtoothError, match="an axis has one setting, got 2"):
        sawtooth.sweep(x={"rtt": [1], "aqm": ["pie"]})
    with pytest.raises(TypeError, match="got int"):
        sawtooth.run(5)


def test_notes_become_warnings_at_the_line_of_the_caller():
    with pytest.warns(sawtooth.SawtoothWarning, match="The flow starts at 50 s, but the run ends at 12 s") as caught:
        sawtooth.run(start="50s", **SHORT)
    assert caught[0].filename == __file__


@pytest.mark.parametrize(("version", "words"), [(None, "no program node"), ("v20.3.1", "is v20.3.1")])
def test_node_is_missing_or_too_old(monkeypatch, tmp_path, version, words):
    if version is not None:
        old = tmp_path / "node"
        old.write_text(f"#!/bin/sh\necho {version}\n")
        old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    from sawtooth import _command

    _command.node.cache_clear()
    with pytest.raises(sawtooth.SawtoothError, match=r"Node\.js 20\.19 or newer") as refused:
        sawtooth.run(**SHORT)
    assert words in str(refused.value)
    _command.node.cache_clear()
