import { expect, test } from "vitest";
import { congestionControls, defaultScenario, queueDisciplines } from "../../../src/engine/index.ts";
import { hideNames, touchNames } from "../../../src/ui/core/read-fragment.ts";
import { KNOWN_NAMES, PIECES } from "../../../src/ui/parts/pieces.ts";

test("links may name every parameter, the choices, and two actions", () => {
  const names = touchNames(defaultScenario());
  const params = [...queueDisciplines, ...congestionControls].flatMap((one) => one.params);
  expect(names).toEqual(expect.arrayContaining(params.map(({ id }) => id)));
  expect(names).toEqual(expect.arrayContaining(["aqm", "cc", "traffic", "path", "seed", "flows", "presets"]));
  expect(new Set(names).size).toBe(names.length);
});

test("they may hide every piece and every control", () => {
  const names = hideNames(defaultScenario(), KNOWN_NAMES.pieces);
  expect(names).toEqual(expect.arrayContaining([...PIECES.map(({ id }) => id), "rtt", "aqm"]));
});

test("all names can be written in a link", () => {
  for (const name of hideNames(defaultScenario(), KNOWN_NAMES.pieces))
    expect(name).toMatch(/^[a-z0-9][a-z0-9.-]{0,40}$/);
});
