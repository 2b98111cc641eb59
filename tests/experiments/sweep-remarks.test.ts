import { describe, expect, it } from "vitest";
import { scenarioOf } from "../../src/experiments/grid.ts";
import { readSweep, type SweepTexts } from "../../src/experiments/sweep.ts";

function remarksOf(texts: SweepTexts, base = ""): string[] {
  const { sweep, problems } = readSweep(texts, scenarioOf(base));
  if (sweep === null) throw new Error(problems.map(({ message }) => message).join(" "));
  return sweep.remarks.map(({ about, text }) => `${about}: ${text}`);
}

const MIXED = "flow=cc=newreno,rtt=20ms&flow=cc=cubic,rtt=80ms&flow=cc=bbr1,rtt=80ms";
const LOT = "path=parking-lot&link=id=hop2,capacity=5Mbps,aqm=pie";

describe("what a sweep does in silence is said", () => {
  it("nothing where nothing is replaced", () => {
    expect(remarksOf({ x: "rtt=10ms,20ms", y: "beta-ecn=0.5,0.8" })).toEqual([]);
    expect(remarksOf({ x: "rtt=10ms" }, "flow=cc=newreno&flow=cc=cubic")).toEqual([]);
    expect(remarksOf({ x: "flow1.rtt=10ms" }, MIXED)).toEqual([]);
    expect(remarksOf({ x: "capacity=5Mbps" }, "path=parking-lot")).toEqual([]);
  });

  it("values of flows that one value replaces, or a factor multiplies", () => {
    expect(remarksOf({ x: "rtt=10ms" }, MIXED)).toEqual([
      "x: RTT of all flows: each value replaces 20 ms (flow 1), 80 ms (flow 2, flow 3).",
    ]);
    expect(remarksOf({ x: "seed=1:2:1", y: "each-flow.rtt=0.5,2" }, MIXED)).toEqual([
      "y: RTT of each flow is multiplied: 20 ms (flow 1), 80 ms (flow 2, flow 3).",
    ]);
    expect(remarksOf({ x: "cc=cubic" }, MIXED)).toEqual([
      "x: cc of all flows: each value replaces NewReno (flow 1), CUBIC (flow 2), BBRv1 (flow 3).",
    ]);
  });

  it("who has no such setting and stays as it is, unless another sender is swept", () => {
    const stays = "x: Flow 3 has no “beta-ecn” and stays as it is.";
    expect(remarksOf({ x: "beta-ecn=0.6,0.8" }, MIXED)).toContain(stays);
    expect(remarksOf({ x: "beta-ecn=0.6,0.8", y: "cc=newreno,cubic" }, MIXED)).not.toContain(stays);
  });

  it("links that keep their own, and those that do not", () => {
    expect(remarksOf({ x: "capacity=20Mbps" }, LOT)).toEqual([
      "x: Capacity of link hop1 and link hop3: link hop2 keeps its own, 5 Mbps.",
    ]);
    expect(remarksOf({ x: "aqm=codel,red" }, LOT)).toEqual([
      "x: aqm of link hop1 and link hop3: link hop2 keeps its own, PIE.",
    ]);
    expect(remarksOf({ x: "all-links.capacity=20Mbps" }, LOT)).toEqual([
      "x: Capacity of all links: each value replaces 10 Mbps (link hop1, link hop3), 5 Mbps (link hop2).",
    ]);
    expect(remarksOf({ x: "each-link.capacity=2" }, LOT)).toEqual([
      "x: Capacity of each link is multiplied: 10 Mbps (link hop1, link hop3), 5 Mbps (link hop2).",
    ]);
  });

  it("many are counted", () => {
    const many = Array.from({ length: 6 }, (_, i) => `flow=cc=newreno,rtt=${i < 5 ? 20 : 40}ms`).join("&");
    expect(remarksOf({ x: "rtt=10ms" }, many)).toEqual([
      "x: RTT of all flows: each value replaces 20 ms (5 flows), 40 ms (flow 6).",
    ]);
  });

  it("a change in mid-run that ends what was swept", () => {
    const base = "set=20s:beta-ecn=0.9";
    expect(remarksOf({ x: "beta-ecn=0.5,0.7" }, base)).toEqual([
      "x: β_ecn: a change in mid-run sets beta-ecn to 0.9 at 20 s. What is swept holds until then.",
    ]);
    expect(remarksOf({ x: "rtt=10ms" }, base)).toEqual([]);
    const ofFlow2 = "flow=cc=newreno&flow=cc=newreno&set=20s:flow2.beta-ecn=0.9";
    expect(remarksOf({ x: "flow1.beta-ecn=0.5,0.7" }, ofFlow2)).toEqual([]);
    expect(remarksOf({ x: "flow2.beta-ecn=0.5,0.7" }, ofFlow2)[0]).toContain(
      "sets beta-ecn of flow 2 to 0.9",
    );
  });

  it("what has no effect at some points, and what goes along", () => {
    expect(remarksOf({ x: "target=5ms,20ms", y: "aqm=pie,droptail" })).toEqual([
      'points: "target" is not a setting of droptail: its values make no difference there.',
    ]);
    expect(remarksOf({ x: "duration=5s,100s" })).toEqual([
      "points: The warm-up goes with the duration: 0.5 to 10 s.",
    ]);
    expect(remarksOf({ x: "duration=5s", y: "warmup=1s,2s" })).toEqual([]);
    expect(remarksOf({ x: "hops=2,4" }, "path=parking-lot")).toEqual([
      expect.stringMatching(/^points: The path’s own flows go with it: \d+ to \d+ flows in all\.$/),
    ]);
    expect(remarksOf({ x: "flows=1,4" })).toEqual([]);
  });
});
