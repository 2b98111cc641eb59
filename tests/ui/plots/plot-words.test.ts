import { describe, expect, it } from "vitest";
import { insides } from "../../../src/ui/bench/numbers/SidePanel.tsx";
import type { RunView } from "../../../src/ui/core/run-view.ts";
import { cwndWords } from "../../../src/ui/plots/Cwnd.tsx";
import { distributionWords } from "../../../src/ui/plots/delay-cdf.ts";
import { fairnessWords } from "../../../src/ui/plots/Fairness.tsx";
import { phasePath, phaseWords } from "../../../src/ui/plots/PhasePlot.tsx";
import { probeModel } from "../../../src/ui/plots/Probe.tsx";
import { delayWords } from "../../../src/ui/plots/QueueDelay.tsx";
import { rateWords } from "../../../src/ui/plots/Throughput.tsx";
import { runOf } from "./simulated-runs.ts";

/** Returns the descriptions of all plots of a run, by the plot's name. */
function allWords(run: RunView, pinned: RunView | null): Map<string, string> {
  const view = { fromS: 0, toS: run.snapshot.nowS };
  const said = new Map([
    ["cwnd", cwndWords(run, pinned)],
    ["delay", delayWords(run, pinned)],
    ["throughput", rateWords(run, pinned, [], view.toS)],
    ["fairness", fairnessWords(run, pinned)],
  ]);
  for (const scale of ["linear", "log", "tail"] as const)
    said.set(`distribution ${scale}`, distributionWords({ run, pinned, byFlow: [], scale }));
  const path = phasePath(run);
  const before = pinned && phasePath(pinned);
  if (path !== null)
    said.set("phase", phaseWords({ path, before, run, pinned, view, playheadS: view.toS / 2 }));
  for (const { source, probes } of insides(run))
    for (const { probe } of probes) {
      const model = probeModel({ run, pinned, view, source, probeId: probe.id });
      said.set(`probe ${probe.id} of ${source}`, model?.summary() ?? "");
    }
  return said;
}

const TWO = "duration=60s&flow=cc=newreno&flow=cc=cubic,start=20s,rtt=50ms";

const SMALL = "duration=20s";
const ONE = "duration=40s";
type Made = () => RunView;

/** Runs that plots must be able to describe, each with its pinned run. */
const ASKED: readonly [name: string, run: Made, pinned?: Made][] = [
  ["one flow", () => runOf(ONE)],
  ["a pinned run", () => runOf(`${ONE}&beta-ecn=0.8`), () => runOf(ONE)],
  ["two flows", () => runOf(TWO)],
  ["two flows beside two", () => runOf(TWO), () => runOf("duration=60s&flow=cc=newreno&flow=cc=cubic")],
  ["eight flows", () => runOf(`${SMALL}&flow=cc=newreno,count=8`)],
  ["an unfinished run", () => runOf(ONE, { untilS: 20 }), () => runOf(ONE)],
  ["the warm-up", () => runOf(ONE, { untilS: 3 })],
  ["the first moment", () => runOf(ONE, { untilS: 0 })],
  ["almost nothing sent", () => runOf("duration=12s&warmup=1s&flow=start=11.999s")],
  ["several links", () => runOf(`path=parking-lot&${SMALL}`, { link: 1 })],
  ["another path pinned", () => runOf(`path=parking-lot&${SMALL}`), () => runOf(SMALL)],
  ["datagrams", () => runOf(`${SMALL}&flow=traffic=cbr&flow=cc=cubic`)],
  ["losses and timeouts", () => runOf(`${SMALL}&aqm=droptail&buffer=20&loss=0.05&ecn=off`)],
  ["changes during the run", () => runOf(`v=2&${ONE}&set=10s:capacity=5Mbps`)],
  ["no warm-up", () => runOf("duration=10s&warmup=0s&aqm=pie&flow=cc=bbr3")],
];

describe("the description of each plot", () => {
  it.each(ASKED)("is complete for %s", (_, run, pinned) => {
    for (const [plot, text] of allWords(run(), pinned?.() ?? null)) {
      expect(text, plot).toMatch(/^[A-Z0-9].{20,}\.$/);
      expect(text, plot).not.toMatch(/NaN|undefined|null|Infinity|\[object| –| {2}|\.\.|_|, ,|\b-0\b/);
    }
  });

  it("differs for another run, and has units", () => {
    const [one, other] = ["duration=40s", "duration=40s&capacity=40Mbps&rtt=30ms&aqm=codel&beta-ecn=0.7"].map(
      (text) => allWords(runOf(`${text}&flow=cc=newreno&flow=cc=cubic,start=5s`), null),
    );
    const units = {
      cwnd: "segments",
      delay: "ms",
      throughput: "Mbps",
      phase: "Mbps",
      "distribution log": "ms",
    };
    for (const [plot, text] of one) expect(other.get(plot), plot).not.toBe(text);
    for (const [plot, unit] of Object.entries(units))
      expect(one.get(plot)).toMatch(new RegExp(` ${unit}\\b`));
  });
});

describe("the findings of", () => {
  const alone = () => allWords(runOf(ONE), null);
  const two = () => allWords(runOf(TWO), null);
  const beside = () => allWords(runOf(`${ONE}&beta-ecn=0.8`), runOf(ONE));
  const lots = () => allWords(runOf(`path=parking-lot&${SMALL}`), null);
  const otherPath = () => allWords(runOf(`path=parking-lot&${SMALL}`), runOf(SMALL));

  it.each([
    [
      "cwnd",
      "its teeth: between what, how often and how deep it is cut",
      alone,
      /^Between 45 and 90 segments, mean 67\.\d, after the warm-up of 10 s\. \d reductions for CE marks, 0 for losses, 0 timeouts; each cut leaves ×0\.50\.$/,
    ],
    ["cwnd", "cuts of several depths", two, /cuts leave ×0\.50 to ×0\.70/],
    [
      "cwnd",
      "the difference",
      beside,
      /Compared with the pinned run: mean 81\.1 instead of 67\.8 segments, \+19\.\d %\.$/,
    ],
    [
      "delay",
      "the longest of slow start, which the figures leave out",
      alone,
      /maximum 8\.00 ms, after .* Before that the maximum was 204 ms, at 0\.\d+ s\.$/,
    ],
    [
      "delay",
      "the difference",
      beside,
      /Compared with the pinned run: median as before; 90th percentile \+2\.\d ms;/,
    ],
    [
      "delay",
      "that another path is not compared",
      otherPath,
      /The pinned run: not compared: the paths differ\.$/,
    ],
    ["throughput", "each flow's rate", two, /Each flow while it ran: flow 1 .* Mbps, flow 2 .* Mbps\./],
    [
      "fairness",
      "how low it went, and from when on it is high",
      two,
      /F\(t\) is lowest with 0\.500 at 20 s and ends with 0\.9\d\d at 60 s; from 43\.5 s on it is at least 0\.95\.$/,
    ],
    ["fairness", "where it ends low", lots, /ends with 0\.8\d\d at 20 s, below 0\.95\.$/],
    [
      "phase",
      "where the trajectory goes",
      two,
      /the rates are in these ranges: flow 1 .* between .* and .* Mbps and flow 2 .*\. The trajectory crosses .* \d+ times/,
    ],
    ["distribution linear", "its percentiles", alone, /p50 1\.20 ms, p90 3\.19 ms, p99 8\.00 ms/],
    ["distribution tail", "its scale", alone, /share of packets above each delay \(both axes logarithmic\)/],
    [
      "probe count of queue",
      "its range and mean",
      alone,
      /Between 1 and 2, on average 1\.\d\d, after the warm-up of 10 s\.$/,
    ],
    [
      "probe count of queue",
      "the difference",
      beside,
      /Compared with the pinned run: on average 1\.\d\d instead of 1\.\d\d\.$/,
    ],
  ])("%s: %s", (plot, _, words, expected) => {
    expect(words().get(plot)).toMatch(expected);
  });

  it("throughput equal those of the number beside it, also for a flow that joined late", () => {
    const { receivedBytes, intervalS } = runOf(TWO).snapshot.samples;
    const received = receivedBytes.map((bytes) => {
      const at = (timeS: number) => bytes[Math.min(bytes.length - 1, Math.round(timeS / intervalS))];
      return at(60) - at(10);
    });
    const mbps = (received.reduce((sum, bytes) => sum + bytes, 0) * 8) / 50e6;
    expect(two().get("throughput")).toContain(`otal goodput ${mbps.toFixed(2)} Mbps`);
  });

  it("an unfinished run are not compared", () => {
    for (const [plot, text] of allWords(runOf(ONE, { untilS: 20 }), runOf(ONE)))
      if (!plot.startsWith("small"))
        expect(text).toMatch(
          /The comparison with the pinned run appears when this run is complete\.$|index is 1\./,
        );
  });
});
