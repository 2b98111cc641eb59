import { expect, test } from "vitest";
import { StepCount } from "../../../src/engine/aqm/most-steps.ts";
import { TooLargeRun } from "../../../src/engine/net/packet.ts";

test("so many steps are taken, and the next one stops the run with a sentence", () => {
  const steps = new StepCount(2e6, "the updates were", "fewer queues need fewer");
  steps.add(1e6);
  steps.add(1e6);
  expect(() => steps.add(1)).toThrow(TooLargeRun);
  expect(() => steps.add(1)).toThrow(
    "the updates were more than 2 million, the most that a run may have; fewer queues need fewer",
  );
});
