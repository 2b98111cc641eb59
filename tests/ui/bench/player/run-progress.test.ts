import { expect, it } from "vitest";
import { progressWords, simulatedWords } from "../../../../src/ui/bench/player/RunStatus.tsx";

it("states simulated time to 0.1 s, for a short run to 0.01 s", () => {
  expect(simulatedWords(13.94, 100)).toBe("13.9 of 100 s");
  expect(simulatedWords(0.5, 2)).toBe("0.50 of 2 s");
});

it("states the remaining time if it can be estimated, and which run it is", () => {
  const progress = { of: "shown", simulatedS: 13.9, endS: 100, leftS: 3.2 } as const;
  expect(progressWords(progress)).toEqual(["simulated 13.9 of 100 s", "about 4 s left"]);
  expect(progressWords({ ...progress, of: "pinned", leftS: null })).toEqual([
    "pinned run: 13.9 of 100 s",
    "",
  ]);
});
