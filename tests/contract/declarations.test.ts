/** Every registered algorithm, and everything else that can be set, is declared well. */
import { describe, expect, test } from "vitest";
import { congestionControls, queueDisciplines } from "../../src/engine/index.ts";
import type { Param } from "../../src/engine/params/param.ts";
import { isAllowed } from "../../src/engine/params/value-text.ts";
import { PATH_PARAMS } from "../../src/engine/scenario/path-params.ts";
import { queueParams } from "../../src/engine/scenario/places.ts";
import { RUN_PARAMS } from "../../src/engine/scenario/run-params.ts";
import { TCP_PARAMS } from "../../src/engine/tcp/tcp-params.ts";
import { COUNT, ECN, RTT_AND_TRAFFIC } from "../../src/engine/traffic/flow-params.ts";

const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const algorithms = [...queueDisciplines, ...congestionControls];

const ownParams: [string, readonly Param[]][] = [
  ...algorithms.map(({ id, params }): [string, readonly Param[]] => [id, params]),
  ["run", RUN_PARAMS],
  ["path", PATH_PARAMS],
  ["tcp", TCP_PARAMS],
  ["flow", [COUNT, ECN, ...RTT_AND_TRAFFIC]],
];

test("there are algorithms, and no two of a kind have the same name", () => {
  for (const registry of [queueDisciplines, congestionControls]) {
    const ids = registry.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !KEBAB.test(id))).toEqual([]);
  }
});

describe.each(algorithms.map((one) => [one.id, one] as const))("%s", (_, algorithm) => {
  test("says what it is, in sentences, and which text defines it", () => {
    expect(algorithm.label).not.toBe("");
    expect(algorithm.summary).toMatch(/^[A-Z].*\.$/s);
    expect(algorithm.cite).not.toBe("");
  });

  test("its probes have names of their own, a label, and a sentence of help", () => {
    const ids = algorithm.probes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const probe of algorithm.probes) {
      expect(probe.id).toMatch(KEBAB);
      expect(probe.label).not.toBe("");
      expect(probe.help).toMatch(/\.$/);
    }
  });
});

describe.each(ownParams)("parameters of %s", (_, params) => {
  test("have names of their own", () => {
    const ids = params.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !KEBAB.test(id))).toEqual([]);
  });

  test("are explained in a sentence", () => {
    for (const { label, help } of params) {
      expect(label).not.toBe("");
      expect(help).toMatch(/^(?:[A-Z0-9]|cwnd\b).*\.$/s);
    }
  });

  test("have a default that is allowed, within their bounds", () => {
    for (const param of params) {
      expect([param.id, isAllowed(param, param.default)]).toEqual([param.id, true]);
      if (param.kind !== "number") continue;
      expect(param.min).toBeLessThan(param.max);
      expect(param.step).toBeGreaterThan(0);
      if (param.scale === "log") expect(param.min).toBeGreaterThan(0);
      if (param.default === null) expect(param.noneLabel).toBeDefined();
    }
  });

  test("say why, where a running simulation cannot take a new value", () => {
    for (const { live, whyNotLive } of params) {
      if (live === false) expect(whyNotLive).toMatch(/\.$/);
      else expect(whyNotLive).toBeUndefined();
    }
  });

  test("options of a choice differ and are explained", () => {
    for (const param of params) {
      if (param.kind !== "enum") continue;
      expect(new Set(param.options.map(({ value }) => value)).size).toBe(param.options.length);
      for (const option of param.options) expect(option.help).toMatch(/\.$/);
    }
  });
});

test("algorithms cite the text behind each of their parameters, but for what is a matter of taste", () => {
  const uncited = algorithms.flatMap(({ id, params }) =>
    params.filter(({ cite }) => cite === undefined).map((param) => `${id}: ${param.id}`),
  );
  expect(uncited).toEqual([]);
});

test("every queue has a limit", () => {
  for (const { id } of queueDisciplines) {
    expect(queueParams(id).filter((param) => param.id === "limit")).toHaveLength(1);
  }
});

test("parameters of the same name are of the same kind and unit wherever they are declared", () => {
  const seen = new Map<string, string>();
  for (const [, params] of ownParams) {
    for (const param of params) {
      const kind = param.kind === "number" ? `number in ${param.unit}` : param.kind;
      expect([param.id, seen.get(param.id) ?? kind]).toEqual([param.id, kind]);
      seen.set(param.id, kind);
    }
  }
});
