import { describe, expect, it } from "vitest";
import { scenarioFromUrl } from "../../../../src/engine/index.ts";
import { runScenario, Simulation } from "../../../../src/engine/simulator.ts";
import { runsCsv } from "../../../../src/ui/features/share/runs-csv.ts";
import { PROGRAM } from "../../../../src/ui/shared/version.ts";

function made(name: string, fragment: string) {
  const { scenario } = scenarioFromUrl(fragment);
  return { name, scenario, snapshot: runScenario(scenario).snapshot() };
}

const shown = made(
  "shown",
  "duration=12s&warmup=2s&flow=cc=newreno&flow=cc=newreno,start=4s,stop=10s&loss=0.001",
);
const pinned = made("pinned", "duration=12s&warmup=2s&ecn=off&set=5s:capacity=8Mbps");
const lines = runsCsv([shown, pinned], "https://example.org/#v=2").trim().split("\n");
const remarks = lines.filter((line) => line.startsWith("#"));
const rows = lines.slice(remarks.length + 1).map((line) => line.split(","));
const rowsOf = (series: string, run: string) => rows.filter((row) => row[0] === series && row[8] === run);

describe("runs as CSV", () => {
  it("start with the link, the digests and what the results cover", () => {
    expect(remarks.slice(0, 2)).toEqual([`# ${PROGRAM}`, "# https://example.org/#v=2"]);
    expect(remarks).toContain(`# shown: digest ${shown.snapshot.digest}`);
    expect(remarks).toContain(`# pinned: digest ${pinned.snapshot.digest}`);
    expect(remarks).toContain("# shown: figures cover 2 s to 12 s");
    expect(remarks).toContain("# pinned: at 5 s capacity 10 → 8 Mbps");
    expect(lines[remarks.length]).toBe("series,unit,flow,link,t_s,min,max,last,run");
  });

  it("contain every series of both runs, eight separators in every row, and no missing number", () => {
    for (const name of [
      "cwnd",
      "ssthresh",
      "srtt",
      "delay",
      "delay-mean",
      "length",
      "received_bytes",
      "arrived_bytes",
      "rate_bps",
    ]) {
      expect(rowsOf(name, "shown").length).toBeGreaterThan(0);
      expect(rowsOf(name, "pinned").length).toBeGreaterThan(0);
    }
    expect(rows.every((row) => row.length === 9)).toBe(true);
    expect(lines.some((line) => line.includes("NaN") || line.includes("undefined"))).toBe(false);
  });

  it("contain a row for each mark, drop and loss, with its flow, link and time", () => {
    for (const { name, snapshot } of [shown, pinned]) {
      const [{ events }] = snapshot.links;
      const atQueue = ["mark", "drop-by-aqm", "drop-by-overflow", "random-loss"];
      const found = atQueue.flatMap((series) => rowsOf(series, name));
      expect(found).toHaveLength(events.timeS.length);
      expect(
        Number(found.find((row) => row[0] === "random-loss" || row[0].startsWith("drop"))?.[4]),
      ).toBeGreaterThan(0);
    }
    expect(rowsOf("mark", "shown")[0].slice(1, 4)).toEqual(["packets", "1", "bottleneck"]);
    expect(rowsOf("mark", "pinned")).toHaveLength(0);
  });

  it("contain the senders' events with cwnd before and after, and joins and ends of flows", () => {
    const [cut] = rowsOf("reduction-by-mark", "shown");
    const { flowEvents } = shown.snapshot;
    const first = flowEvents.kind.indexOf(0);
    expect(cut.slice(1, 4)).toEqual(["segments", String(flowEvents.flow[first] + 1), ""]);
    expect(cut.slice(5, 8).map(Number)).toEqual(
      [flowEvents.after[first], flowEvents.before[first], flowEvents.after[first]].map((x) =>
        Number(x.toPrecision(7)),
      ),
    );
    expect(rowsOf("flow-joins", "shown").map((row) => row[4])).toEqual(["0", "4"]);
    expect(rowsOf("flow-leaves", "shown").map((row) => row[4])).toEqual(["10"]);
  });

  it("contain the results of each link and each flow", () => {
    const { results } = shown.snapshot;
    expect(rowsOf("figure-goodput", "shown").map((row) => Number(row[7]))).toEqual(
      results.flows.map(({ goodputBps }) => Number((goodputBps / 1e6).toPrecision(7))),
    );
    expect(rowsOf("figure-utilisation", "pinned")).toHaveLength(1);
    expect(rowsOf("figure-jain", "shown")[0].slice(2, 5)).toEqual(["", "", "12"]);
  });

  it("state if a row represents several events", () => {
    const flowEvents = { ...shown.snapshot.flowEvents, stride: 4 };
    const thinned = { ...shown, snapshot: { ...shown.snapshot, flowEvents } };
    expect(runsCsv([thinned], "")).toContain("# shown: of reductions and timeouts, 1 of every 4 is listed\n");
  });
});

describe("the omissions of a file of runs", () => {
  const headOf = (csv: string) => csv.split("\n").filter((line) => line.startsWith("# "));

  it("are stated for thinned events and for flows whose series are not kept", () => {
    const many = made(
      "many",
      "v=2&capacity=100Mbps&limit=20p&flows=60&duration=10s&warmup=0s&rtt=5ms&aqm=step&step=5p",
    );
    const said = headOf(runsCsv([many], ""));
    expect(said).toContainEqual(
      expect.stringMatching(/^# many: of marks and drops at bottleneck, 1 of every \d+ is listed$/),
    );
    expect(said).toContainEqual(
      expect.stringMatching(/^# many: of reductions and timeouts, 1 of every \d+ is listed$/),
    );
    expect(said).toContain("# many: left out: cwnd, srtt, reductions and timeouts of flows 21 to 60");
  });

  it("are stated for a run that is not complete", () => {
    const { scenario } = scenarioFromUrl("v=2");
    const early = (untilS: number) => {
      const simulation = new Simulation(scenario);
      simulation.advance(untilS);
      return headOf(runsCsv([{ name: "part", scenario, snapshot: simulation.snapshot() }], ""));
    };
    expect(early(5)).toContain(
      "# part: left out: figures, because the first 10 s do not count; series cover 0 s to 5 s of 100 s",
    );
    expect(early(30)).toContain("# part: figures cover 10 s to 30 s of 100 s");
  });
});
