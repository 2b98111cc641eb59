import { describe, expect, it } from "vitest";
import type { Claim } from "../../../../src/experiments/experiment.ts";
import { judged } from "../../../../src/ui/features/papers/claims.ts";

const claim = (id: string, holds: boolean, cause?: string): Claim => ({
  id,
  text: id,
  paper: "shape",
  ours: holds ? "yes" : "no",
  holds,
  tolerance: "",
  ...(cause !== undefined && { cause }),
});
const verdicts = (list: ReturnType<typeof judged>) =>
  list.map(({ verdict, words }) => `${verdict}: ${words}`);

describe("a claim", () => {
  it("holds or not by the runs of the full size", () => {
    expect(verdicts(judged([claim("a", true), claim("b", false)], "full", null))).toEqual([
      "holds: Holds",
      "fails: Does not hold",
    ]);
  });

  it("never holds by the quick runs if it does not hold by all runs", () => {
    const few = [
      claim("a", true),
      claim("b", true),
      claim("c", false),
      claim("d", false),
      claim("new", true),
    ];
    const all = [
      claim("a", true),
      claim("b", false, "found"),
      claim("c", true),
      claim("d", false),
      claim("e", true),
    ];
    const list = judged(few, "quick", all);
    expect(verdicts(list)).toEqual([
      "holds: Holds here, and as published",
      "fails: Holds in these few runs, but does not as published",
      "fails: Does not hold in these few runs, but does as published",
      "fails: Does not hold here, nor as published",
      "open: Holds in this quick check, which is not conclusive",
      "open: Not judged here; holds as published",
    ]);
    expect(list.map(({ published }) => published)).toEqual(["yes", "no", "yes", "no", null, "yes"]);
    expect(list[1].claim.cause).toBe("found");
    expect(list[2].claim.cause).toContain("few points and seeds");
    const count = (of: readonly Claim[]) => of.filter(({ holds }) => holds).length;
    expect(list.filter(({ verdict }) => verdict === "holds").length).toBeLessThanOrEqual(count(all));
  });

  it("that the runs here cannot decide stays in the count", () => {
    expect(verdicts(judged([], "full", [claim("a", false)]))).toEqual([
      "open: Not judged here; does not hold as published",
    ]);
  });
});
