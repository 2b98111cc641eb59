import { expect, it } from "vitest";
import { capitalised, deviationText } from "../../../../src/ui/features/help/ModelNotes.tsx";

it("states a deviation in a sentence, without Markdown", () => {
  expect(
    deviationText({ subject: "limit", text: "Linux: 10000", here: "1000, or `--limit`", effect: "little" }),
  ).toBe("Limit: 1000, or --limit (Linux: 10000).");
  expect(deviationText({ subject: "α", here: "a real number" })).toBe("α: a real number.");
});

it("leaves technical names unchanged", () => {
  expect(["a loss", "a(w), b(w)", "cwnd = ssthresh", "β", "`ce-threshold`"].map(capitalised)).toEqual([
    "A loss",
    "a(w), b(w)",
    "cwnd = ssthresh",
    "β",
    "ce-threshold",
  ]);
});
