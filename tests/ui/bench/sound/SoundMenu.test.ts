import { describe, expect, it } from "vitest";
import { mappingSentences, tourWords } from "../../../../src/ui/bench/sound/SoundMenu.tsx";

const track = { windowAt: () => 1, delayAt: () => 1, ticksIn: () => [], longestMs: 32 };

describe("what is said of the sound", () => {
  it("is what is heard as what, with this run's own ends", () => {
    const [cwnd, delay, ticks] = mappingSentences({ ...track, reach: { low: 8, high: 256 } });
    expect(cwnd).toBe(
      "cwnd from 8 to 256 segments is 110 to 880 Hz; half a window sounds 7.2 semitones lower.",
    );
    expect(delay).toBe("Queue delay up to 32.0 ms: the longer, the louder and brighter.");
    expect(ticks).toMatch(/mark.*loss.*timeout/);
  });

  it("says what there is not", () => {
    const [cwnd, delay] = mappingSentences({ ...track, reach: null, longestMs: 0 });
    expect([cwnd, delay]).toEqual([
      "No window has been recorded: there is no tone.",
      "Nothing has waited in the queue: there is no rustle.",
    ]);
    expect(mappingSentences(null)).toEqual([]);
  });

  it("names what is heard in five seconds", () => {
    expect(tourWords(true, 0, 100)).toBe("Hear the whole run in 5 s");
    expect(tourWords(false, 12.3456, 20)).toBe("Hear 12.35 to 20 s in 5 s");
  });
});
