/** What stories of random runs say is what the logs of the runs have. */
import fc from "fast-check";
import { describe, test } from "vitest";
import { casesOfAll } from "../../effort.ts";
import { trial, wrongStories } from "./checked-stories.ts";

describe("what stories of random runs say is what the log has", () => {
  const PARTS = 10;
  test.each(Array.from({ length: PARTS }, (_, i) => i + 1))("part %s", () => {
    fc.assert(
      fc.property(trial, ({ scenario, share }) => {
        for (const wrong of wrongStories(scenario, share)) throw new Error(wrong.join("\n"));
      }),
      casesOfAll(4, 50),
    );
  });
});
