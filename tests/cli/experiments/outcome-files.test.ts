import { expect, it } from "vitest";
import { printClaims } from "../../../src/cli/experiments/outcome-files.ts";
import type { Claim, StoredOutcome } from "../../../src/experiments/experiment.ts";
import { madeUp } from "../made-up-experiment.ts";

const claim = (holds: boolean, basis?: "ours"): Claim => ({
  id: "a",
  text: "It grows.",
  ...(basis !== undefined && { basis }),
  paper: "shape",
  ours: "it does",
  holds,
  tolerance: "order",
});

function printed(...claims: readonly Claim[]) {
  const experiment = { ...madeUp("one", 1), paper: { id: "abe", citation: "", label: "ABE" } as const };
  const stored: StoredOutcome = {
    schema: 1,
    id: "one",
    version: "1",
    size: "full",
    digest: "0123456789abcdef",
    jobs: 3,
    packets: 1,
    outcome: { figures: [], heatMaps: [], tables: [], claims },
  };
  const lines: string[] = [];
  const output = { out: (text: string) => lines.push(text), note: () => {} };
  const allHold = printClaims([{ experiment, stored }], output as never);
  return { allHold, text: lines.join("\n"), last: lines.at(-1) };
}

it("counts the papers' claims and the project's own checks separately; a failure of either kind fails the whole", () => {
  expect(printed(claim(true), claim(true), claim(true, "ours"))).toMatchObject({
    allHold: true,
    last: "2 of 2 claims of the papers hold, 1 of 1 further checks of ours.",
  });
  expect(printed(claim(true), claim(false))).toMatchObject({
    allHold: false,
    last: "1 of 2 claims of the papers hold.",
  });
  expect(printed(claim(true), claim(false, "ours"))).toMatchObject({
    allHold: false,
    last: "1 of 1 claims of the papers hold, 0 of 1 further checks of ours.",
  });
});

it("marks the project's own claims", () => {
  const { text } = printed(claim(true), claim(false, "ours"));
  expect(text).toContain("  pass  It grows.\n        paper: shape · here: it does");
  expect(text).toContain("  FAIL  It grows.\n        our own check · paper: shape");
});
