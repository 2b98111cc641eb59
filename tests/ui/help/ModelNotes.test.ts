import { expect, it } from "vitest";
import { capitalised, deviationText } from "../../../src/ui/help/ModelNotes.tsx";

it("says a deviation in a sentence, without the marks of a document", () => {
  expect(
    deviationText({ subject: "limit", text: "Linux: 10000", here: "1000, or `--limit`", effect: "little" }),
  ).toBe("Limit: 1000, or --limit (Linux: 10000).");
  expect(deviationText({ subject: "α", here: "a real number" })).toBe("α: a real number.");
});

it("leaves the names of the field as they are", () => {
  expect(["a loss", "a(w), b(w)", "cwnd = ssthresh", "β", "`ce-threshold`"].map(capitalised)).toEqual([
    "A loss",
    "a(w), b(w)",
    "cwnd = ssthresh",
    "β",
    "ce-threshold",
  ]);
});
