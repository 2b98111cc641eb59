import { expect, test } from "vitest";
import { defaultScenario } from "../../../src/engine/index.ts";
import { failedStarts } from "../../../src/ui/words/failed-starts.ts";
import { madeSnapshot } from "../state/made-runs.ts";

function lines(notOpened: readonly (number | undefined)[]): string[] {
  const made = madeSnapshot({ flows: notOpened.length });
  const flows = made.results.flows.map((flow, i) =>
    notOpened[i] === undefined ? flow : { ...flow, notOpened: notOpened[i] },
  );
  const snapshot = { ...made, results: { ...made.results, flows } };
  return failedStarts({ scenario: defaultScenario(), snapshot, label: "", link: 0 });
}

test("says whose connections nobody answered, of three flows at most, and nothing where all were opened", () => {
  expect(lines([undefined, undefined])).toEqual([]);
  const [one, several] = lines([1, 4]);
  expect(one).toMatch(/: 1 connection failed, nobody answered its SYNs\.$/);
  expect(several).toMatch(/: 4 connections failed, nobody answered their SYNs\.$/);
  expect(lines([1, 1, 1, 1, 1]).at(-1)).toBe("So did connections of 2 more.");
});
