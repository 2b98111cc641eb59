/** Tests the declarations of all registered algorithms and other settings. */
import { describe, expect, test } from "vitest";
import { DEVIATING, deviationsOf } from "../../src/engine/deviations.ts";
import { congestionControls, queueDisciplines, topologies, trafficKinds } from "../../src/engine/index.ts";
import type { Param } from "../../src/engine/params/param.ts";
import { isAllowed } from "../../src/engine/params/value-text.ts";
import { defaultsOf, queueParams } from "../../src/engine/scenario/places.ts";
import { RUN_PARAMS } from "../../src/engine/scenario/run-params.ts";
import { TCP_PARAMS } from "../../src/engine/tcp/tcp-params.ts";
import { LINK_PARAMS } from "../../src/engine/topologies/link-params.ts";
import { COUNT, ECN, EVERY_FLOW, TCP_FLOWS } from "../../src/engine/traffic/flow-params.ts";

const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const registries = [queueDisciplines, congestionControls, trafficKinds, topologies];
const algorithms = [...queueDisciplines, ...congestionControls];
const everything = registries.flat();

const ownParams: [string, readonly Param[]][] = [
  ...everything.map(({ id, params }): [string, readonly Param[]] => [id, params]),
  ["run", RUN_PARAMS],
  ["link", LINK_PARAMS],
  ["tcp", TCP_PARAMS],
  ["flow", [COUNT, ECN, ...EVERY_FLOW, ...TCP_FLOWS]],
];

test("algorithms exist, and no two of a kind have the same name", () => {
  for (const registry of registries) {
    const ids = registry.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !KEBAB.test(id))).toEqual([]);
  }
});

test("every declared deviation belongs to an algorithm", () => {
  const ids = everything.map(({ id }) => id);
  expect(DEVIATING.filter((id) => !ids.includes(id))).toEqual([]);
});

describe.each(everything.map((one) => [one.id, one] as const))("%s", (_, algorithm) => {
  test("describes itself in sentences, and cites the text that defines it", () => {
    expect(algorithm.label).not.toBe("");
    expect(algorithm.summary).toMatch(/^[A-Z].*\.$/s);
    expect(algorithm.cite).not.toBe("");
    for (const { subject, text, here, effect } of deviationsOf(algorithm.id)) {
      for (const part of [subject, text, here, effect]) expect(part ?? "said").toMatch(/[^.\s]$/);
    }
    const subjects = deviationsOf(algorithm.id).map(({ subject }) => subject);
    expect(new Set(subjects).size).toBe(subjects.length);
  });

  test("suggests allowed values of its own parameters for any path", () => {
    const { suggestion, params } = algorithm;
    if (suggestion === undefined) return;
    for (const packetsPerS of [4, 833, 800_000]) {
      for (const rttS of [0.0001, 0.1, 2]) {
        for (const flows of [1, 2000]) {
          const values = suggestion.values({ packetsPerS, rttS, flows }, defaultsOf(params));
          for (const [id, value] of Object.entries(values)) {
            const param = params.find((one) => one.id === id);
            expect([id, param !== undefined && isAllowed(param, value)]).toEqual([id, true]);
          }
        }
      }
    }
  });

  test("its probes have unique names, a label, and a sentence of help", () => {
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
  test("have unique names", () => {
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

  test("have an allowed default within their bounds", () => {
    for (const param of params) {
      expect([param.id, isAllowed(param, param.default)]).toEqual([param.id, true]);
      if (param.kind !== "number") continue;
      expect(param.min).toBeLessThan(param.max);
      expect(param.step).toBeGreaterThan(0);
      if (param.scale === "log") expect(param.min).toBeGreaterThan(0);
      if (param.default === null) expect(param.noneLabel).toBeDefined();
      const [low, high] = [param.sliderMin ?? param.min, param.sliderMax ?? param.max];
      expect([param.min <= low, low < high, high <= param.max]).toEqual([true, true, true]);
    }
  });

  test("state the reason if a running simulation cannot take a new value", () => {
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

test("algorithms cite the source of each of their parameters, except for free choices", () => {
  const uncited = algorithms.flatMap(({ id, params }) =>
    params.filter(({ cite }) => cite === undefined).map((param) => `${id}: ${param.id}`),
  );
  expect(uncited).toEqual([]);
});

test("every queue has a limit", () => {
  for (const { id } of queueDisciplines) {
    expect(queueParams(id, undefined).filter((param) => param.id === "limit")).toHaveLength(1);
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
