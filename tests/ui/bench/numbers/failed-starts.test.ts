import { expect, test } from "vitest";
import { defaultScenario } from "../../../../src/engine/index.ts";
import { plainText } from "../../../../src/ui/bench/numbers/difference.ts";
import { failedInShort, failedStarts } from "../../../../src/ui/bench/numbers/failed-starts.ts";
import { presentState } from "../../../../src/ui/bench/numbers/present-sentence.ts";
import { madeSnapshot } from "../../state/made-runs.ts";

function runOf(notOpened: readonly (number | undefined)[]) {
  const made = madeSnapshot({ flows: notOpened.length });
  const flows = made.results.flows.map((flow, i) =>
    notOpened[i] === undefined ? flow : { ...flow, notOpened: notOpened[i] },
  );
  const snapshot = { ...made, results: { ...made.results, flows } };
  return { scenario: defaultScenario(), snapshot, label: "", link: 0 };
}

const lines = (notOpened: readonly (number | undefined)[]) => failedStarts(runOf(notOpened));

test("says whose connections nobody answered, of three flows at most, and nothing where all were opened", () => {
  expect(lines([undefined, undefined])).toEqual([]);
  const [one, several] = lines([1, 4]);
  expect(one).toMatch(/: 1 connection failed, nobody answered its SYNs\.$/);
  expect(several).toMatch(/: 4 connections failed, nobody answered their SYNs\.$/);
  expect(lines([1, 1, 1, 1, 1]).at(-1)).toBe("So did connections of 2 more.");
});

test("the sentence over the plots says it before it says how much of the link is used", () => {
  const said = (notOpened: readonly (number | undefined)[]) => plainText(presentState(runOf(notOpened)));
  expect(failedInShort(runOf([undefined, undefined]))).toBeNull();
  expect(said([undefined, 1])).toMatch(/^Flow 2 failed to connect\. The link is \d/);
  expect(said([2, 1])).toMatch(/^2 flows failed to connect\. The link is \d/);
  expect(said([undefined])).toMatch(/^The link is \d/);
});
