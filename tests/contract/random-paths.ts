/** Random paths: every topology, links that are set apart, and paths of one's own. */
import fc from "fast-check";
import { topologyById } from "../../src/engine/algorithms.ts";
import {
  declaredParams,
  defaultScenario,
  type LinkSetting,
  type PathSpec,
  queueDisciplines,
  type RouteSpec,
  resolvePath,
  type Scenario,
  setAqm,
  setLinkAqm,
  setParam,
  setTopology,
  topologies,
  validateScenario,
} from "../../src/engine/index.ts";
import { anyNarrowValueOf } from "./narrow-values.ts";

const MOST_OWN_LINKS = 4;

/** A row of links, some of them with one back beside them; routes over any part of the row. */
const ownPath: fc.Arbitrary<PathSpec> = fc
  .record({
    delaysMs: fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: MOST_OWN_LINKS }),
    isTwoWay: fc.boolean(),
    parts: fc.array(fc.tuple(fc.nat(MOST_OWN_LINKS), fc.nat(MOST_OWN_LINKS)), {
      minLength: 1,
      maxLength: 3,
    }),
    capacities: fc.array(fc.integer({ min: 1, max: 20 }), {
      minLength: 2 * MOST_OWN_LINKS,
      maxLength: 2 * MOST_OWN_LINKS,
    }),
  })
  .map(({ delaysMs, isTwoWay, parts, capacities }) => {
    const hops = delaysMs.length;
    const links = delaysMs.flatMap((delay, i): LinkSetting[] => {
      const [there, back] = [`n${i}`, `n${i + 1}`];
      const make = (id: string, from: string, to: string, capacity: number): LinkSetting => ({
        id,
        from,
        to,
        params: { capacity, delay },
        queue: null,
      });
      const forward = make(`f${i}`, there, back, capacities[2 * i]);
      return isTwoWay ? [forward, make(`b${i}`, back, there, capacities[2 * i + 1])] : [forward];
    });
    const routes = parts.map(([a, b], i): RouteSpec => {
      const [first, last] = [Math.min(a % hops, b % hops), Math.max(a % hops, b % hops)];
      const over = Array.from({ length: last - first + 1 }, (_, hop) => first + hop);
      const back = isTwoWay ? over.map((hop) => `b${hop}`).reverse() : [];
      return { id: `r${i}`, label: `r${i}`, forward: over.map((hop) => `f${hop}`), back };
    });
    return { topology: "custom", params: {}, links, routes };
  });

/** A scenario over a path of each topology; the flows are those that come with it, or the usual one. */
export const framesOfPaths: fc.Arbitrary<Scenario> = fc
  .constantFrom(...topologies.map(({ id }) => id))
  .chain((id) => (topologyById(id).isOpen ? ownFrame : frameOf(id)));

const ownFrame: fc.Arbitrary<Scenario> = ownPath.map(
  (path) => validateScenario({ ...defaultScenario(), path }).scenario,
);

function frameOf(topology: string): fc.Arbitrary<Scenario> {
  const frame = setTopology(defaultScenario(), topology);
  const values = declaredParams(frame, { scope: "path" }).map((param) =>
    anyNarrowValueOf(param).map((value) => ({ id: param.id, value })),
  );
  return fc
    .tuple(...values)
    .map((list) =>
      list.reduce((scenario, { id, value }) => setParam(scenario, { scope: "path" }, id, value), frame),
    );
}

/** Some links get a queue or parameters of their own. */
export function withOwnLinks(scenario: Scenario): fc.Arbitrary<Scenario> {
  const ids = resolvePath(scenario.path).links.map(({ id }) => id);
  const one = fc.constantFrom(...ids).chain((link) => fc.oneof(ownValue(scenario, link), ownQueue(link)));
  return fc
    .array(one, { maxLength: 3 })
    .map((edits) => edits.reduce((before, edit) => edit(before), scenario));
}

type Edit = (scenario: Scenario) => Scenario;

function ownValue(scenario: Scenario, link: string): fc.Arbitrary<Edit> {
  const place = { scope: "link", link } as const;
  return fc.constantFrom(...declaredParams(scenario, place)).chain((param) =>
    anyNarrowValueOf(param).map(
      (value): Edit =>
        (before) =>
          setParam(before, place, param.id, value),
    ),
  );
}

function ownQueue(link: string): fc.Arbitrary<Edit> {
  const place = { scope: "link-queue", link } as const;
  return fc
    .constantFrom(...queueDisciplines.map(({ id }) => id))
    .chain((aqm) => {
      const params = declaredParams(setAqm(defaultScenario(), aqm), { scope: "queue" });
      return fc
        .constantFrom(...params)
        .chain((param) => anyNarrowValueOf(param).map((value) => ({ aqm, id: param.id, value })));
    })
    .map(
      ({ aqm, id, value }): Edit =>
        (before) =>
          setParam(setLinkAqm(before, link, aqm), place, id, value),
    );
}
