import { beforeAll, describe, expect, it } from "vitest";
import { type Scenario, type Snapshot, scenarioFromUrl } from "../../../../src/engine/index.ts";
import { runScenario } from "../../../../src/engine/simulator.ts";
import {
  delayLevel,
  HIGHEST_HZ,
  LOWEST_HZ,
  pitchHz,
  roundReach,
  rustleGain,
  rustleHz,
  scoreOf,
  semitonesOfHalf,
  soundTrack,
  TOUR_S,
  toneGain,
} from "../../../../src/ui/bench/sound/sound-track.ts";

interface Heard {
  readonly scenario: Scenario;
  readonly snapshot: Snapshot;
  readonly link: number;
}

function run(fragment: string): Heard {
  const { scenario } = scenarioFromUrl(fragment);
  return { scenario, snapshot: runScenario(scenario).snapshot(), link: 0 };
}

let one: Heard;
let two: Heard;

beforeAll(() => {
  one = run("duration=40s");
  two = run("duration=20s&aqm=droptail&buffer=100&flow=cc=newreno&flow=cc=cubic,start=5s");
});

describe("what there is to hear of a run", () => {
  it("is the window and the delay that the plots show", () => {
    const track = soundTrack(one, null);
    const { cwnd } = one.snapshot.flows[0];
    const bucket = Math.floor((30 - cwnd.startS) / cwnd.bucketS);
    expect(track.windowAt(30)).toBe(cwnd.last[bucket]);
    expect(track.delayAt(30)).toBeGreaterThan(0);
    expect(track.windowAt(41)).toBeNaN();
    expect(track.reach?.high).toBeGreaterThanOrEqual(track.windowAt(30));
    expect(track.longestMs).toBeGreaterThan(track.delayAt(30));
  });

  it("is of one flow or of all together, events too", () => {
    const [all, first, second] = [null, 0, 1].map((flow) => soundTrack(two, flow));
    expect(all.windowAt(15)).toBe(first.windowAt(15) + second.windowAt(15));
    expect(second.windowAt(2)).toBeNaN();
    const losses = (track: typeof all) => track.ticksIn(0, 20).filter(({ kind }) => kind === "loss").length;
    expect(losses(first)).toBeGreaterThan(0);
    expect(losses(second)).toBeGreaterThan(0);
    expect(losses(all)).toBe(losses(first) + losses(second));
  });

  it("is nothing where nothing is sent", () => {
    const none = soundTrack(run("duration=5s&warmup=0s&flow=start=4.999s"), null);
    expect([none.reach?.low ?? 0, none.longestMs, none.ticksIn(0, 5)]).toEqual([expect.any(Number), 0, []]);
    const score = scoreOf(none, { fromS: 0, toS: 4 }, TOUR_S);
    expect(new Set(score.points.map(({ toneGain, rustleGain }) => toneGain + rustleGain))).toEqual(
      new Set([0]),
    );
    expect(new Set(score.points.map(({ hz }) => hz))).toEqual(new Set([null]));
  });
});

describe("a stretch of a run, written down", () => {
  it("is brought to the length that is asked, pitch above pitch of the window", () => {
    const track = soundTrack(one, null);
    const { points, lengthS } = scoreOf(track, { fromS: 10, toS: 40 }, TOUR_S);
    expect([lengthS, points.length, points[0].atS]).toEqual([5, 500, 0]);
    const order = points.map(({ atS, hz }) => ({ hz: hz ?? 0, window: track.windowAt(10 + 6 * atS) }));
    order.sort((a, b) => a.window - b.window);
    expect(order.map(({ hz }) => hz)).toEqual(order.map(({ hz }) => hz).sort((a, b) => a - b));
  });

  it("has a tick for each mark, but not two of a kind within 30 ms", () => {
    const track = soundTrack(one, null);
    const { ticks } = scoreOf(track, { fromS: 0, toS: 40 }, TOUR_S);
    const marks = track.ticksIn(0, 40).filter(({ kind }) => kind === "mark");
    expect(marks.length).toBeGreaterThan(3);
    expect(ticks.length).toBeGreaterThan(3);
    for (const [i, { atS, kind }] of ticks.entries())
      for (const later of ticks.slice(i + 1))
        if (later.kind === kind) expect(later.atS - atS).toBeGreaterThanOrEqual(0.03);
    const slow = scoreOf(track, { fromS: 0, toS: 40 }, 400);
    expect(slow.ticks.length).toBe(new Set(marks.map(({ atS }) => atS)).size);
  });

  it("of no length is a held note, with what happens there", () => {
    const track = soundTrack(one, null);
    const { atS } = track.ticksIn(0, 40)[0];
    const note = scoreOf(track, { fromS: atS - 1e-6, toS: atS + 1e-6 }, 0.2);
    expect(note.ticks.map(({ kind }) => kind)).toEqual(["mark"]);
    expect(new Set(note.points.map(({ hz }) => Math.round(hz ?? 0))).size).toBeLessThanOrEqual(2);
  });
});

describe("the pitch of a window", () => {
  it("goes from 110 to 880 Hz over the reach, whatever that is", () => {
    for (const reach of [
      { low: 8, high: 256 },
      { low: 1, high: 65536 },
    ]) {
      expect(pitchHz(reach.low, reach)).toBeCloseTo(110);
      expect(pitchHz(reach.high, reach)).toBeCloseTo(880);
    }
    expect(pitchHz(32, { low: 32, high: 64 })).toBeCloseTo(440);
  });

  it("falls by the same interval for the same ratio, wherever: an octave for half where there is room", () => {
    const wide = { low: 8, high: 256 };
    const ratio = (from: number) => pitchHz(from / 2, wide) / pitchHz(from, wide);
    expect(ratio(200)).toBeCloseTo(ratio(40));
    expect(semitonesOfHalf(wide)).toBeCloseTo(7.2);
    expect(semitonesOfHalf({ low: 32, high: 128 })).toBe(12);
    expect(12 * Math.log2(ratio(100))).toBeCloseTo(-7.2);
  });

  it("is none without a window", () => {
    for (const none of [0, Number.NaN]) {
      expect(pitchHz(none, { low: 1, high: 2 })).toBeNaN();
      expect(toneGain(pitchHz(none, { low: 1, high: 2 }))).toBe(0);
    }
  });

  it("is on one scale for two runs that differ a little", () => {
    expect(roundReach(9, 170)).toEqual({ low: 8, high: 256 });
    expect(roundReach(10, 190)).toEqual({ low: 8, high: 256 });
    expect(roundReach(64, 64)).toEqual({ low: 64, high: 128 });
    expect(roundReach(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)).toBeNull();
  });
});

describe("the rustle of a queue", () => {
  it("is louder and brighter the longer packets wait, and none where none does", () => {
    const levels = [0, 1, 2, 16, 255].map((ms) => delayLevel(ms, 255));
    expect(levels.map((level) => Number(level.toFixed(3)))).toEqual([0, 0.125, 0.198, 0.511, 1]);
    expect(levels.map((level) => Number(rustleGain(level).toFixed(2)))).toEqual([0, 0.09, 0.14, 0.36, 0.7]);
    expect(levels.map(rustleHz).map(Math.round)).toEqual([300, 357, 395, 609, 1200]);
    expect([delayLevel(Number.NaN, 64), delayLevel(5, 0)]).toEqual([0, 0]);
  });
});

it("gives low notes more", () => {
  expect(toneGain(LOWEST_HZ)).toBeGreaterThan(1.5 * toneGain(HIGHEST_HZ));
});
