import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../../src/experiments/experiment.ts";
import { ClaimsList } from "../../../../src/ui/features/papers/ClaimsList.tsx";
import { paperWords, shortTallyWords, tallyWords } from "../../../../src/ui/features/papers/claims.ts";
import { Sources } from "../../../../src/ui/features/papers/ExperimentPage.tsx";
import { unbroken } from "../../../../src/ui/features/papers/FigureLink.tsx";
import { MADE_PAPER, madeExperiment, madeOutcome, madeStored } from "./made-experiment.ts";

describe("claims", () => {
  it("state whether they hold, the paper's number beside ours, and the cause if not", () => {
    const html = renderToStaticMarkup(
      <ClaimsList
        tested={() => null}
        size="full"
        published={null}
        paper={MADE_PAPER}
        claims={madeOutcome(false).claims}
        pending={false}
      />,
    );
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
    expect(html).toContain("Cause: the runs are too short");
    expect(html).toContain("no number, its shape");
  });

  it("state that a cause is unknown", () => {
    const [claim] = madeOutcome(false).claims;
    const { cause: _, ...unexplained } = claim;
    for (const each of [unexplained, { ...claim, cause: "" }]) {
      const html = renderToStaticMarkup(
        <ClaimsList
          tested={() => null}
          size="full"
          published={null}
          paper={MADE_PAPER}
          claims={[each]}
          pending={false}
        />,
      );
      expect(html).toContain("The cause is not known.");
    }
  });

  it("are not judged before all runs are complete", () => {
    const html = renderToStaticMarkup(
      <ClaimsList
        tested={() => null}
        size="full"
        published={null}
        paper={MADE_PAPER}
        claims={madeOutcome().claims}
        pending
      />,
    );
    expect(html).toContain("checked when all runs are complete");
    expect(html).not.toContain("✓");
  });

  it("by quick runs count no more than the published ones, which are shown next to them", () => {
    const quick = (holds: boolean, published: Outcome | null) =>
      renderToStaticMarkup(
        <ClaimsList
          tested={() => null}
          size="quick"
          published={published?.claims ?? null}
          paper={MADE_PAPER}
          claims={madeOutcome(holds).claims}
          pending={false}
        />,
      );
    const better = quick(true, madeOutcome(false));
    expect(better).toContain("Holds in these few runs, but does not as published: ");
    expect(better).toContain("Cause: the runs are too short");
    expect(better).toContain("1 of 2 hold here as published, judged by the few points and seeds");
    expect(better).toContain("published: 1 of 2 hold");
    expect(better).toContain("<dt>Published</dt><dd><span>+23.1\u00a0%</span></dd>");
    const worse = quick(false, madeOutcome(true));
    expect(worse).toContain("Does not hold in these few runs, but does as published: ");
    const unknown = quick(true, null);
    expect(unknown).toContain("2 of 2 hold in this quick check, which is not conclusive");
    expect(unknown).not.toContain("✓");
  });

  it("of the project are separate from the paper's, each kind with its count", () => {
    const [gain, shape] = madeOutcome(false).claims;
    const claims = [gain, shape, { ...shape, id: "further", basis: "ours" as const }];
    const html = renderToStaticMarkup(
      <ClaimsList
        tested={() => null}
        size="full"
        published={null}
        paper={MADE_PAPER}
        claims={claims}
        pending={false}
      />,
    );
    const [papers, ours] = html.split("Additional checks");
    expect(papers).toContain("1 of 2 hold");
    expect(ours).toContain("the one holds");
    expect(ours).not.toContain("Paper");
    const beyond = renderToStaticMarkup(
      <ClaimsList
        tested={() => null}
        size="full"
        published={null}
        paper={{ id: "beyond" }}
        claims={[shape]}
        pending={false}
      />,
    );
    expect(beyond).toContain("Our checks, and results");
    expect(beyond).not.toContain("What the paper says");
  });

  it("of the project keep the paper's number if there is one", () => {
    const [gain, shape] = madeOutcome().claims;
    expect([paperWords(gain, "ours"), paperWords(shape, "ours"), paperWords(shape, "paper")]).toEqual([
      "+24 %",
      null,
      "no number, its shape",
    ]);
  });

  it("are counted in words", () => {
    const words = (paper: [number, number], ours: [number, number]) =>
      tallyWords({
        paper: { holding: paper[0], all: paper[1] },
        ours: { holding: ours[0], all: ours[1] },
      });
    expect(words([4, 4], [0, 0])).toBe("all 4 claims hold");
    expect(words([1, 1], [0, 0])).toBe("the one claim holds");
    expect(words([5, 6], [1, 2])).toBe("5 of 6 claims hold; 1 of 2 further checks of ours");
    expect(words([0, 0], [3, 4])).toBe("3 of 4 checks of ours hold");
    expect(words([0, 0], [0, 0])).toBe("");
    const both = { paper: { holding: 5, all: 6 }, ours: { holding: 1, all: 2 } };
    expect(shortTallyWords(both)).toBe("5 of 6 claims hold; ours: 1 of 2");
    expect(shortTallyWords({ ...both, ours: { holding: 0, all: 0 } })).toBe("5 of 6 claims hold");
  });
});

it("assumptions, differences and the program are listed beside the results", () => {
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
  expect(closed).toContain("Closed forms, computed without runs");
  expect(closed).not.toContain("silent");
});

it("a number and its unit stay together", () => {
  expect(unbroken("24 % over 400 ms at 10 Mbps, 3 seeds")).toBe(
    "24\u00a0% over 400\u00a0ms at 10\u00a0Mbps, 3 seeds",
  );
});
