import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defaultScenario, type Snapshot, setParam } from "../../../../src/engine/index.ts";
import { runScenario } from "../../../../src/engine/simulator.ts";
import { SoundPlayer, settingsOf, settingsText } from "../../../../src/ui/bench/sound/sound-player.ts";
import { pitchHz } from "../../../../src/ui/bench/sound/sound-track.ts";
import { Bench } from "../../../../src/ui/state/bench.ts";
import { heard, MadeAddress, MadeClock, MadeSimulator } from "../../state/made-runs.ts";
import { type Leave, MadeAudio } from "./made-audio.ts";

const scenario = setParam(defaultScenario(), { scope: "run" }, "duration", 20);
let snapshot: Snapshot;

beforeAll(() => {
  snapshot = runScenario(scenario).snapshot();
});

let clock: MadeClock;
let bench: Bench;
let made: MadeAudio[];

function playerOf(leave: Leave | "missing" = "given"): SoundPlayer {
  made = [];
  const make = () => {
    if (leave === "missing") throw new ReferenceError("AudioContext is not defined");
    const audio = new MadeAudio(leave);
    made.push(audio);
    return audio as unknown as AudioContext;
  };
  return new SoundPlayer(bench, make, clock);
}

beforeEach(() => {
  clock = new MadeClock();
  bench = new Bench(new MadeSimulator(), new MadeAddress(), clock);
  bench.store.set({ scenario, run: { ...bench.store.get().run, snapshot, scenario } });
  bench.player.start();
  bench.player.seek(10);
});

/** Time goes by for page and loudspeaker. */
function pass(ms: number): void {
  for (let gone = 0; gone < ms; gone += 10) {
    clock.frame(10);
    for (const audio of made) if (audio.state === "running") audio.currentTime += 0.01;
  }
}

/** The playhead goes on at a speed, as the player's does. */
function play(ms: number, speed: number): void {
  bench.store.set(({ playback }) => ({ playback: { ...playback, playing: true, speed } }));
  for (let gone = 0; gone < ms; gone += 50) {
    bench.store.set(({ playback }) => ({
      playback: { ...playback, playheadS: playback.playheadS + 0.05 * speed },
    }));
    pass(50);
  }
}

const pause = () => bench.store.set(({ playback }) => ({ playback: { ...playback, playing: false } }));

describe("sound", () => {
  it("is silent until it is asked for: there is not even a loudspeaker", async () => {
    playerOf();
    play(1000, 1);
    await heard();
    expect(made).toEqual([]);
  });

  it("follows the playhead while time plays, and rests when it rests", async () => {
    const player = playerOf();
    await player.toggle();
    expect([player.store.get().on, made.length]).toEqual([true, 1]);
    const [audio] = made;
    pass(400);
    expect([audio.state, audio.held.length]).toEqual(["suspended", 0]);
    play(1000, 1);
    const { reach, windowAt } = player.track() ?? expect.fail("no run");
    const at = bench.store.get().playback.playheadS;
    const last = audio.pitches.at(-1) ?? 0;
    const near = [0, 0.05, 0.1].map((back) => pitchHz(windowAt(at - back), reach ?? { low: 1, high: 2 }));
    expect(last).toBeGreaterThanOrEqual(Math.min(...near) * 0.99);
    expect(last).toBeLessThanOrEqual(Math.max(...near) * 1.01);
    expect(audio.held.map(({ kind }) => kind).sort()).toEqual(["noise", "oscillator"]);
    pause();
    pass(1000);
    expect([audio.held.length, audio.state]).toEqual([0, "suspended"]);
  });

  it("is a note at a step, with what happens there", async () => {
    const player = playerOf();
    await player.toggle();
    const [audio] = made;
    const tick = player.track()?.ticksIn(5, 20)[0] ?? expect.fail("no mark");
    bench.player.seek(tick.atS);
    pass(100);
    expect(audio.nodes.filter(({ type }) => type === "sine")).toHaveLength(1);
    expect(audio.held).toHaveLength(2);
    pass(600);
    expect(audio.held).toEqual([]);
  });

  it("is closed when it is switched off", async () => {
    const player = playerOf();
    await player.toggle();
    play(200, 1);
    await player.toggle();
    expect([player.store.get().on, made[0].state, made[0].held]).toEqual([false, "closed", []]);
    play(500, 1);
    expect(made).toHaveLength(1);
  });

  it("plays all that is in view in five seconds, leads the cursor, and is silent again", async () => {
    const player = playerOf();
    bench.store.set(({ view }) => ({ view: { ...view, zoom: [10, 20] } }));
    await player.tour();
    const [audio] = made;
    expect([player.store.get().touring, player.store.get().on]).toEqual([true, false]);
    expect(audio.nodes[0].gain.calls.at(-1)?.slice(0, 2)).toEqual(["target", 0]);
    expect(audio.nodes[0].gain.calls.at(-1)?.[2]).toBeCloseTo(5.05);
    pass(2500);
    expect(bench.store.get().view.cursorS).toBeCloseTo(15, 0);
    pass(2700);
    expect([player.store.get().touring, bench.store.get().view.cursorS, audio.state]).toEqual([
      false,
      null,
      "closed",
    ]);
  });

  it("plays one thing at a time: during a tour the playhead is not heard", async () => {
    const player = playerOf();
    await player.toggle();
    await player.tour();
    play(1000, 1);
    expect(made[0].held).toEqual([]);
    pause();
    await player.tour();
    expect([player.store.get().on, made[0].state]).toEqual([true, "running"]);
    pass(400);
    expect(made[0].state).toBe("suspended");
  });

  it("ends a tour when it is asked to, out of sight, on another screen, and for another run", async () => {
    const ends: ((player: SoundPlayer) => unknown)[] = [
      (player) => player.tour(),
      (player) => player.hush(),
      () => bench.store.set({ screen: { ...bench.store.get().screen, id: "papers" } }),
      () => bench.store.set(({ run }) => ({ run: { ...run, scenario: { ...scenario } } })),
    ];
    for (const end of ends) {
      const player = playerOf();
      await player.tour();
      pass(500);
      await end(player);
      expect([player.store.get().touring, made[0].state]).toEqual([false, "closed"]);
      bench.store.set(({ run }) => ({
        screen: { ...bench.store.get().screen, id: "bench" },
        run: { ...run, scenario },
      }));
    }
  });

  it("says why nothing is heard where the browser has no sound, or keeps it back", async () => {
    const missing = playerOf("missing");
    await missing.toggle();
    expect(missing.store.get()).toMatchObject({ on: false, problem: expect.stringMatching(/no Web Audio/) });
    const blocked = playerOf("withheld");
    const asked = blocked.tour();
    pass(2000);
    await asked;
    expect(blocked.store.get()).toMatchObject({
      touring: false,
      problem: expect.stringMatching(/blocks sound/),
    });
    expect(made[0].state).toBe("closed");
  });

  it("changes volume and voices while it sounds", async () => {
    const player = playerOf();
    await player.tour();
    player.change({ volume: 50, rustle: false });
    const [master, tone, rustle] = made[0].nodes;
    expect(master.gain.calls.map(([, value]) => value)).toContain(0.25);
    expect([tone, rustle].map(({ gain }) => gain.calls.at(-1)?.[1])).toEqual([1, 0]);
  });
});

describe("what is kept of the sound", () => {
  it("is read as it was written, and says nothing of whether it is on", () => {
    const chosen = { volume: 35, tone: true, rustle: false, ticks: true };
    expect(settingsText(chosen)).toBe("volume=35&tone=on&rustle=off&ticks=on");
    expect(settingsOf(settingsText(chosen))).toEqual(chosen);
  });

  it("is as usual where it cannot be read", () => {
    const usual = { volume: 60, tone: true, rustle: true, ticks: true };
    for (const text of ["", "volume=101", "volume=-1", "volume=NaN&tone=%", "{}"])
      expect(settingsOf(text)).toEqual(usual);
  });
});
