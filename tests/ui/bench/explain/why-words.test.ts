import { describe, expect, it } from "vitest";
import {
  thinningWords,
  thousands,
  turnLabel,
  turnTitle,
} from "../../../../src/ui/bench/explain/why-words.ts";
import { madeSnapshot } from "../../state/made-runs.ts";

describe("what was thinned", () => {
  it("is said of each log that was", () => {
    const made = madeSnapshot({ links: ["hop1", "hop2"] });
    expect(thinningWords(made)).toBeNull();
    const [first, second] = made.links;
    const thinned = {
      ...made,
      links: [first, { ...second, events: { ...second.events, stride: 4, total: 12_345 } }],
      flowEvents: { ...made.flowEvents, stride: 2, total: 9000 },
    };
    expect(thinningWords(thinned)).toBe(
      "There were too many to keep them all. Listed: every 4th of 12\u00a0345 marks and drops at hop2; every 2nd of 9000 events of senders.",
    );
  });

  it("thousands are set apart from five digits on", () => {
    const texts = ["0", "9999", "10\u00a0000", "1\u00a0234\u00a0567"];
    expect([0, 9999, 10_000, 1_234_567].map(thousands)).toEqual(texts);
  });
});

it("the way to the next event of a kind is named with its key, or that there is none", () => {
  expect([turnLabel("next"), turnTitle("next", false), turnTitle("previous", true)]).toEqual([
    "Next of this kind",
    "Next of this kind (.)",
    "There is no previous one of this kind",
  ]);
});
