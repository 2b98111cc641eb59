import { describe, expect, it } from "vitest";
import { PACKET_KIND, type PathState, scenarioFromUrl } from "../../../../src/engine/index.ts";
import { Simulation } from "../../../../src/engine/simulator.ts";
import { dashWords, keyEntries, SynsInSight } from "../../../../src/ui/bench/path/PathKey.tsx";
import { queueScale } from "../../../../src/ui/bench/path/scene.ts";
import { madeLink, madeScene, moving } from "./made-path-states.ts";

function dashOf(
  fragment: string,
  capacityMbps: number,
): { inFull: string; short: string; pathState: PathState } {
  const simulation = new Simulation(scenarioFromUrl(`duration=20s&${fragment}`).scenario);
  simulation.advance(3);
  const pathState = simulation.pathState();
  return { ...dashWords(madeScene(1, queueScale(200, 12 / capacityMbps, 5, 1000)), pathState), pathState };
}

describe("the legend of the path", () => {
  it("says that a dash is one packet if each has its own", () => {
    expect(dashOf("", 10)).toMatchObject({ inFull: "1 packet", short: "1 packet" });
  });

  it("says that a band is drawn where packets are too close to be drawn one by one", () => {
    expect(dashOf("capacity=40Mbps&cc=unresponsive", 40).short).toMatch(/^\d+ packets?; band: many$/);
    const { inFull } = dashOf("capacity=1000Mbps&aqm=droptail&limit=20000p", 1000);
    expect(inFull).toMatch(
      /^\d+ packets in a queue; a band stands for more packets than can be drawn, and is solid where/,
    );
  });

  it("explains dashes and marks, and omits what no flow can carry", () => {
    const dash = { inFull: "1 packet", short: "1 packet" };
    const texts = (ecn: boolean, roomPx: number) =>
      keyEntries({ dash, ecn, syn: false }, roomPx).map(({ text }) => text);
    expect(texts(true, 300)).toEqual(["dash: 1 packet", "CE mark", "ACK", "ECE"]);
    expect(texts(true, 620)[1]).toBe("CE mark (a packet that carries one)");
    expect(texts(false, 340)).toEqual(["one dash: 1 packet", "ACK"]);
  });

  it("shortens constant texts first, then the meaning of the dash", () => {
    const dash = { inFull: "1 packet in a queue, about 2 under way", short: "1 to 2 packets" };
    const texts = (roomPx: number, syn = false) =>
      keyEntries({ dash, ecn: true, syn }, roomPx).map(({ text }) => text);
    const inFull = `one dash: ${dash.inFull}`;
    const long = [inFull, "CE mark (a packet that carries one)", "ACK", "ACK with ECE, until CWR"];
    expect(texts(776)).toEqual(long);
    expect(texts(616)).toEqual([inFull, "CE mark", "ACK", "ECE"]);
    expect(texts(366)).toEqual(["dash: 1 to 2 packets", "CE mark", "ACK", "ECE"]);
    expect(texts(945, true)).toEqual([...long, "SYN, with a dot SYN-ACK"]);
    expect(texts(520, true)).toEqual(["dash: 1 to 2 packets", "CE mark", "ACK", "ECE", "SYN"]);
    expect(texts(336, true)).toEqual(["1 to 2 packets", "CE", "ACK", "ECE", "SYN"]);
  });
});

describe("visible SYNs", () => {
  const { signal, ack, syn, lastAck } = PACKET_KIND;
  const pathState = (place: "data" | "acks" | "queued" | "moving", ...kinds: number[]): PathState => {
    const at = (here: string) => (here === place ? kinds : []);
    const links = [madeLink(), madeLink(at("queued"), at("moving"))];
    const [data, acks] = [moving(at("data")), moving(at("acks"))];
    return { nowS: 1, links, data, acks, cwnd: Float32Array.of(1), programs: [] };
  };
  const quiet = pathState("data", 0, signal, ack, lastAck);

  it("are found anywhere", () => {
    for (const place of ["data", "acks", "queued", "moving"] as const)
      expect(new SynsInSight().see(pathState(place, 0, syn | ack), false), place).toBe(true);
    expect(new SynsInSight().see(quiet, true)).toBe(false);
  });

  it("stay in the legend for some states during playback, so that it does not flicker", () => {
    const playing = new SynsInSight();
    playing.see(pathState("data", syn), true);
    const seen = Array.from({ length: 20 }, () => playing.see(quiet, true));
    expect(seen.indexOf(false)).toBe(11);
    const stepped = new SynsInSight();
    expect([stepped.see(pathState("data", syn), false), stepped.see(quiet, false)]).toEqual([true, false]);
  });
});
