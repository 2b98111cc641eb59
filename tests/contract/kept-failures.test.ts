import { expect, test } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { expectInvariants } from "./invariants.ts";
import { KEPT_FAILURES } from "./kept-failures.ts";

test.each(KEPT_FAILURES)("no more $was", ({ link }) => {
  const { scenario, problems } = scenarioFromUrl(link);
  expect(problems).toEqual([]);
  expectInvariants(scenario, 2500);
  expectInvariants(scenario, 20_000);
});
