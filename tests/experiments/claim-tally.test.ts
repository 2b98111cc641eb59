import { describe, expect, it } from "vitest";
import { basisOf, sumOfTallies, tallyOf } from "../../src/experiments/claim-tally.ts";
import type { Claim } from "../../src/experiments/experiment.ts";

const claim = (holds: boolean, basis?: "ours"): Claim => ({
  id: "a",
  text: "It grows.",
  ...(basis !== undefined && { basis }),
  paper: "shape",
  ours: "it grows",
  holds,
  tolerance: "order",
});

const CLAIMS = [claim(true), claim(false), claim(true), claim(true, "ours"), claim(false, "ours")];

describe("claims are counted", () => {
  it("separately as the paper's and the project's; without the field a claim is the paper's", () => {
    expect(CLAIMS.map((one) => basisOf(one, { id: "abe" }))).toEqual([
      "paper",
      "paper",
      "paper",
      "ours",
      "ours",
    ]);
    expect(tallyOf(CLAIMS, { id: "abe" })).toEqual({
      paper: { holding: 2, all: 3 },
      ours: { holding: 1, all: 2 },
    });
  });

  it("as the project's if there is no paper", () => {
    expect(tallyOf(CLAIMS, { id: "beyond" })).toEqual({
      paper: { holding: 0, all: 0 },
      ours: { holding: 3, all: 5 },
    });
  });

  it("over several experiments", () => {
    const tallies = [tallyOf(CLAIMS, { id: "kwon" }), tallyOf(CLAIMS, { id: "beyond" })];
    expect(sumOfTallies(tallies)).toEqual({ paper: { holding: 2, all: 3 }, ours: { holding: 4, all: 7 } });
    expect(sumOfTallies([])).toEqual({ paper: { holding: 0, all: 0 }, ours: { holding: 0, all: 0 } });
  });
});
