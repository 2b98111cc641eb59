import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { HeldRuns, NoPlotsYet } from "../../../../src/ui/parts/runs/HeldRuns.tsx";

const textOf = (markup: string) => markup.replace(/<[^>]*>/g, "");

test.each([
  [[], ""],
  [
    ["a"],
    "1 run not yet computed: all together would take long, or they contain programs that have not been allowed to run.Compute it",
  ],
  [
    ["a", "b"],
    "2 runs not yet computed: all together would take long, or they contain programs that have not been allowed to run.Compute them",
  ],
] as const)("%j", (held, text) => {
  expect(textOf(renderToStaticMarkup(<HeldRuns held={held} onCompute={() => undefined} />))).toBe(text);
});

test.each([
  [false, [], "Computing…"],
  [true, [], "Not computed yet."],
  [true, ["too long"], ""],
] as const)("in place of plots: held %s, problems %j", (isHeld, problems, text) => {
  expect(textOf(renderToStaticMarkup(<NoPlotsYet isHeld={isHeld} problems={problems} />))).toBe(text);
});
