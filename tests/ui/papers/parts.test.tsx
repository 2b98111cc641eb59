import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ClaimsList } from "../../../src/ui/papers/ClaimsList.tsx";
import { tally } from "../../../src/ui/papers/FigureCard.tsx";
import { unbroken } from "../../../src/ui/papers/Prose.tsx";
import { Sources } from "../../../src/ui/papers/Sources.tsx";
import { madeExperiment, madeOutcome, madeStored } from "./made-experiment.ts";

describe("statements", () => {
  it("say in words whether they hold, the paper's number beside ours, and why not", () => {
    const html = renderToStaticMarkup(<ClaimsList claims={madeOutcome(false).claims} pending={false} />);
    for (const part of [
      "Does not hold: ",
      "Holds: ",
      "✗",
      "✓",
      "+24\u00a0%",
      "+23.1\u00a0%",
      "within a third",
    ]) {
      expect(html).toContain(part);
    }
    expect(html).toContain("Why not: the runs are too short");
    expect(html).toContain("no number, its shape");
  });

  it("admit that a cause is not known", () => {
    const [claim] = madeOutcome(false).claims;
    const { cause: _, ...unexplained } = claim;
    for (const each of [unexplained, { ...claim, cause: "" }]) {
      const html = renderToStaticMarkup(<ClaimsList claims={[each]} pending={false} />);
      expect(html).toContain("The cause is not known.");
    }
  });

  it("are not judged before all runs are done", () => {
    const html = renderToStaticMarkup(<ClaimsList claims={madeOutcome().claims} pending />);
    expect(html).toContain("judged when all runs are done");
    expect(html).not.toContain("✓");
  });

  it("are counted", () => {
    expect(tally(madeOutcome(false).claims)).toEqual({ holding: 1, all: 2 });
  });
});

it("what was chosen, what differs and what made the results stand beside them", () => {
  const html = renderToStaticMarkup(<Sources experiment={madeExperiment()} stored={madeStored()} />);
  for (const part of [
    "Runs of 100\u00a0s.",
    "A simulated path.",
    "0123456789abcdef",
    "9.9.9",
    "1.2 million",
  ]) {
    expect(html).toContain(part);
  }
  expect(html).toContain("reproduce abe-4 -o results");
  const closed = renderToStaticMarkup(
    <Sources experiment={madeExperiment({ chosen: [], differences: [] })} stored={madeStored({ jobs: 0 })} />,
  );
  expect(closed).toContain("No runs, closed forms");
  expect(closed).not.toContain("silent");
});

it("a number and its unit stay together", () => {
  expect(unbroken("24 % over 400 ms at 10 Mbps, 3 seeds")).toBe(
    "24\u00a0% over 400\u00a0ms at 10\u00a0Mbps, 3 seeds",
  );
});
