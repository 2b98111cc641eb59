import { expect, it } from "vitest";
import { sweepFromText } from "../../../src/experiments/sweep.ts";
import { coverWords } from "../../../src/ui/sweep/cover-words.ts";

const words = (text: string) => coverWords(sweepFromText(text).sweep!);

it("says which part of each run the numbers cover", () => {
  expect(words("v=2&x=rtt=10ms")).toBe("Numbers cover 10 s to 100 s of each run: the warm-up is left out.");
  expect(words("v=2&duration=50s&warmup=2s&x=rtt=10ms")).toContain("2 s to 50 s");
  expect(words("v=2&x=rtt=10ms&y=duration=20s,40s")).toBe(
    "Numbers cover each run from the end of its warm-up.",
  );
  expect(words("v=2&x=rtt=10ms&metric=fct")).toBe("Times count from each flow’s start.");
});
