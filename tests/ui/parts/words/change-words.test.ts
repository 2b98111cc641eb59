import { describe, expect, it } from "vitest";
import { scenarioFromUrl } from "../../../../src/engine/index.ts";
import { changesInWords, runWords } from "../../../../src/ui/parts/words/run-labels.ts";

const texts = (fragment: string) =>
  changesInWords(scenarioFromUrl(`v=2&${fragment}`).scenario).map(({ atS, text }) => `${atS} ${text}`);

describe("descriptions of changes during a run", () => {
  it("state both values in order of time, with the unit once", () => {
    expect(
      texts("set=50s:beta-ecn=0.8&set=20s:capacity=5Mbps&set=70s:limit=100p&set=60s:capacity=800kbps"),
    ).toEqual([
      "20 capacity 10 → 5 Mbps",
      "50 β_ecn 0.50 → 0.80",
      "60 capacity 5 → 0.8 Mbps",
      "70 limit 1000 → 100 packets",
    ]);
  });

  it("name algorithms", () => {
    expect(texts("set=30s:aqm=pie&set=60s:cc=cubic")).toEqual(["30 CoDel → PIE", "60 NewReno → CUBIC"]);
  });

  it("name the flow or link if there are several", () => {
    expect(
      texts("flow=cc=newreno&flow=cc=newreno,rtt=20ms&set=10s:flow2.beta-ecn=0.8&set=13s:flow2.stop=13s"),
    ).toEqual(["10 flow 2 (RTT 20 ms): β_ecn 0.50 → 0.80", "13 flow 2 (RTT 20 ms): stops"]);
    expect(texts("path=parking-lot&set=10s:link.hop2.capacity=5Mbps")).toEqual([
      "10 Hop 2: capacity 10 → 5 Mbps",
    ]);
  });

  it("state only the new value if the old ones differed", () => {
    expect(texts("flow=cc=newreno&flow=cc=newreno,beta-ecn=0.7&set=10s:beta-ecn=0.8")).toEqual([
      "10 β_ecn 0.80",
    ]);
  });

  it("come with the names of the flows", () => {
    const { scenario } = scenarioFromUrl("flows=2&set=10s:rtt=50ms");
    expect(runWords(scenario)).toMatchObject({
      names: ["flow 1", "flow 2"],
      changes: changesInWords(scenario),
    });
  });

  it("come with the targets of the queues over the run", () => {
    const { scenario } = scenarioFromUrl("set=10s:target=8ms&set=20s:capacity=5Mbps&set=30s:aqm=droptail");
    expect(runWords(scenario).targets).toEqual([
      [
        { fromS: 0, ms: 5 },
        { fromS: 10, ms: 8 },
        { fromS: 30, ms: null },
      ],
    ]);
  });
});
