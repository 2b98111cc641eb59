/** Returns the scenario of a URL text, which must be valid. */
import { expect } from "vitest";
import { type Scenario, scenarioFromUrl } from "../../../src/engine/index.ts";

export function made(url: string): Scenario {
  const { scenario, problems } = scenarioFromUrl(url);
  expect(problems).toEqual([]);
  return scenario;
}
