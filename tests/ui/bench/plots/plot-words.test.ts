import { beforeAll, describe, expect, it } from "vitest";
import { type Scenario, type Snapshot, scenarioFromUrl } from "../../../../src/engine/index.ts";
import { Simulation } from "../../../../src/engine/simulator.ts";
import { cwndWords } from "../../../../src/ui/bench/plots/Cwnd.tsx";
import { distributionWords } from "../../../../src/ui/bench/plots/delay-cdf.ts";
import { fairnessWords } from "../../../../src/ui/bench/plots/Fairness.tsx";
import { phasePath, phaseWords } from "../../../../src/ui/bench/plots/Phase.tsx";
import { probeModel } from "../../../../src/ui/bench/plots/Probe.tsx";
import { delayWords } from "../../../../src/ui/bench/plots/QueueDelay.tsx";
import { sentence } from "../../../../src/ui/bench/plots/run-facts.ts";
import { rateWords } from "../../../../src/ui/bench/plots/Throughput.tsx";
import { wordsOfRuns } from "../../../../src/ui/bench/run-words.ts";
import { smallPlotWords } from "../../../../src/ui/saved-runs/SmallPlots.tsx";
import type { RunView } from "../../../../src/ui/state/run-view.ts";

interface Asked {
  readonly untilS?: number;
  readonly link?: number;
}

const simulated = new Map<string, { scenario: Scenario; snapshot: Snapshot }>();

function runOf(fragment: string, { untilS = Number.POSITIVE_INFINITY, link = 0 }: Asked = {}): RunView {
  const key = `${fragment} ${untilS}`;
  const { scenario, snapshot } = simulated.get(key) ?? simulate(fragment, untilS);
  simulated.set(key, { scenario, snapshot });
  return { scenario, snapshot, label: "", link, words: wordsOfRuns(null, scenario).words };
}

function simulate(fragment: string, untilS: number): { scenario: Scenario; snapshot: Snapshot } {
  const { scenario } = scenarioFromUrl(fragment);
  const simulation = new Simulation(scenario);
  simulation.advance(untilS);
  return { scenario, snapshot: simulation.snapshot() };
}

/** What every plot says of a run, by the plot's name. */
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
  const small = smallPlotWords(run);
  for (const [plot, text] of Object.entries(small)) said.set(`small ${plot}`, `${sentence(text)}.`);
  const sources = ["queue" as const, ...run.snapshot.flows.map(({ flow }) => flow)];
  for (const source of sources)
    for (const probeId of probesOf(run, source))
      said.set(
        `probe ${probeId} of ${source}`,
        probeModel({ run, pinned, view, source, probeId })?.summary() ?? "",
      );
  return said;
}

function probesOf({ snapshot, link }: RunView, source: "queue" | number): string[] {
  const probes =
    source === "queue"
      ? snapshot.links[link].queue.probes
      : (snapshot.flows.find(({ flow }) => flow === source)?.probes ?? []);
  return probes.map(({ probe }) => probe.id);
}

const TWO = "duration=60s&flow=cc=newreno&flow=cc=cubic,start=20s,rtt=50ms";

/** What a plot may come to be asked of. */
const ASKED: readonly { name: string; run: () => RunView; pinned?: () => RunView }[] = [
  { name: "one flow", run: () => runOf("duration=40s") },
  {
    name: "a pinned run",
    run: () => runOf("duration=40s&beta-ecn=0.8"),
    pinned: () => runOf("duration=40s"),
  },
  { name: "two flows", run: () => runOf(TWO) },
  {
    name: "two flows beside two",
    run: () => runOf(TWO),
    pinned: () => runOf("duration=60s&flow=cc=newreno&flow=cc=cubic"),
  },
  { name: "eight flows", run: () => runOf("duration=20s&flow=cc=newreno,count=8") },
  {
    name: "an unfinished run",
    run: () => runOf("duration=40s", { untilS: 20 }),
    pinned: () => runOf("duration=40s"),
  },
  { name: "the warm-up", run: () => runOf("duration=40s", { untilS: 3 }) },
  { name: "the first moment", run: () => runOf("duration=40s", { untilS: 0 }) },
  { name: "almost nothing sent", run: () => runOf("duration=12s&warmup=1s&flow=start=11.999s") },
  { name: "several links", run: () => runOf("path=parking-lot&duration=20s", { link: 1 }) },
  {
    name: "another path pinned",
    run: () => runOf("path=parking-lot&duration=20s"),
    pinned: () => runOf("duration=20s"),
  },
  { name: "datagrams", run: () => runOf("duration=20s&flow=traffic=cbr&flow=cc=cubic") },
  { name: "losses and timeouts", run: () => runOf("duration=20s&aqm=droptail&buffer=20&loss=0.05&ecn=off") },
  { name: "changes in mid-run", run: () => runOf("v=2&duration=40s&set=10s:capacity=5Mbps") },
  { name: "no warm-up", run: () => runOf("duration=10s&warmup=0s&aqm=pie&flow=cc=bbr3") },
];

describe("each plot in words", () => {
  it.each(ASKED)("says something whole of $name", ({ run, pinned }) => {
    for (const [plot, text] of allWords(run(), pinned?.() ?? null)) {
      expect(text, plot).toMatch(/^[A-Z0-9].{20,}\.$/);
      expect(text, plot).not.toMatch(/NaN|undefined|null|Infinity|\[object| –| {2}|\.\.|_|, ,|\b-0\b/);
    }
  });

  it("says other things of another run, each with its units", () => {
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
  let alone: Map<string, string>;
  let two: Map<string, string>;
  let beside: Map<string, string>;

  beforeAll(() => {
    alone = allWords(runOf("duration=40s"), null);
    two = allWords(runOf(TWO), null);
    beside = allWords(runOf("duration=40s&beta-ecn=0.8"), runOf("duration=40s"));
  });

  it("cwnd are its teeth: between what, how often and how deep it is cut", () => {
    expect(alone.get("cwnd")).toMatch(
      /^Between 45 and 90 segments, mean 67\.\d, after the warm-up of 10 s\. \d reductions for CE marks, 0 for losses, 0 timeouts; each cut leaves ×0\.50\.$/,
    );
    expect(two.get("cwnd")).toMatch(/cuts leave ×0\.50 to ×0\.70/);
    expect(beside.get("cwnd")).toMatch(
      /Beside the pinned run: mean 81\.1 instead of 67\.8 segments, \+19\.\d %\.$/,
    );
  });

  it("queue delay tell the longest of slow start, which the figures leave out", () => {
    expect(alone.get("delay")).toMatch(
      /longest 8\.00 ms, after .* Before that the longest was 204 ms, at 0\.\d+ s\.$/,
    );
    expect(beside.get("delay")).toMatch(
      /Beside the pinned run: median as before; 90th percentile \+2\.\d ms;/,
    );
  });

  it("throughput are what the number beside it says, also of a flow that came late", () => {
    const run = runOf(TWO);
    const received = run.snapshot.samples.receivedBytes.map((bytes) => {
      const at = (timeS: number) =>
        bytes[Math.min(bytes.length - 1, Math.round(timeS / run.snapshot.samples.intervalS))];
      return at(60) - at(10);
    });
    const mbps = (received.reduce((sum, bytes) => sum + bytes, 0) * 8) / 50e6;
    expect(two.get("throughput")).toContain(`Goodput ${mbps.toFixed(2)} Mbps in all`);
    expect(two.get("throughput")).toMatch(/Each while it ran: flow 1 .* Mbps, flow 2 .* Mbps\./);
  });

  it("F(t) are how low it went, and from when on it is high", () => {
    expect(two.get("fairness")).toMatch(
      /F\(t\) is lowest with 0\.500 at 20 s and ends with 0\.9\d\d at 60 s; from 30\.3 s on it is at least 0\.95\.$/,
    );
    const lots = allWords(runOf("path=parking-lot&duration=20s"), null);
    expect(lots.get("fairness")).toMatch(/ends with 0\.8\d\d at 20 s, below 0\.95\.$/);
  });

  it("the phase plot are where the trajectory goes", () => {
    expect(two.get("phase")).toMatch(
      /goes round with flow 1 .* between .* and .* Mbps and flow 2 .*; it crosses .* \d+ times/,
    );
  });

  it("a distribution are its percentiles, on the scale that is chosen", () => {
    expect(alone.get("distribution linear")).toMatch(/p50 1\.20 ms, p90 3\.19 ms, p99 8\.00 ms/);
    expect(alone.get("distribution tail")).toContain(
      "share of packets above each delay (both axes logarithmic)",
    );
  });

  it("a probe are its range and mean beside what it is", () => {
    expect(alone.get("probe count of queue")).toMatch(
      /Between 1 and 2, on average 1\.\d\d, after the warm-up of 10 s\.$/,
    );
    expect(beside.get("probe count of queue")).toMatch(
      /Beside the pinned run: on average 1\.\d\d instead of 1\.\d\d\.$/,
    );
  });

  it("another path are not compared, nor an unfinished run", () => {
    const other = allWords(runOf("path=parking-lot&duration=20s"), runOf("duration=20s"));
    expect(other.get("delay")).toMatch(/The pinned run: not compared: another path\.$/);
    const half = allWords(runOf("duration=40s", { untilS: 20 }), runOf("duration=40s"));
    for (const [plot, text] of half)
      if (!plot.startsWith("small"))
        expect(text).toMatch(/The pinned run is compared with when this one is complete\.$|index is 1\./);
  });
});
