/** Random valid scenarios: small ones that are run to their ends, and wide ones of which only the beginning is run. */
import fc from "fast-check";
import {
  addFlow,
  type Change,
  congestionControls,
  declaredParams,
  defaultScenario,
  type FlowSpec,
  type LinkSetting,
  type PathSpec,
  type Place,
  queueDisciplines,
  type RouteSpec,
  resolvePath,
  type Scenario,
  setAqm,
  setLinkAqm,
  setParam,
  setTopology,
  topologies,
  trafficKinds,
  validateScenario,
} from "../../src/engine/index.ts";
import type { Param, ParamValue } from "../../src/engine/params/param.ts";
import { topologyById } from "../../src/engine/registered.ts";
import { arbitraryScenario } from "../engine/scenario/arbitrary-scenario.ts";
import { anyValueOf } from "./sequences.ts";

/** Ranges of parameters, by name, that keep a run short. Unit tests cover the full ranges. */
const NARROWER: Readonly<Record<string, readonly [number, number]>> = {
  capacity: [0.05, 20],
  "reverse-capacity": [0.05, 20],
  "dc-capacity": [0.05, 40],
  "wan-capacity": [0.05, 20],
  scale: [0.01, 0.1],
  delay: [0, 100],
  "dc-delay": [0, 1],
  "wan-delay": [0, 50],
  jitter: [0, 50],
  loss: [0, 0.1],
  duration: [1, 4],
  warmup: [0, 2],
  start: [0, 3],
  stop: [0, 4],
  rtt: [0.1, 800],
  size: [1, 3_000_000],
  "cbr-rate": [0.001, 5],
  "cbr-packet": [200, 9000],
  "on-time": [0.01, 2],
  "off-time": [0.01, 2],
  "arrival-rate": [0.01, 200],
  "object-gap": [0.001, 1],
  "page-gap": [0.001, 1],
  "session-gap": [0.001, 2],
  "page-objects": [1, 30],
};

export function anyNarrowValueOf(param: Param): fc.Arbitrary<ParamValue> {
  const bounds = NARROWER[param.id];
  if (bounds === undefined || param.kind !== "number") return anyValueOf(param);
  const [min, max] = bounds;
  const { noneLabel } = param;
  const value = anyValueOf({ ...param, min, max, default: min });
  return noneLabel === undefined ? value : fc.oneof(fc.constant(null), value);
}

const MOST_OWN_LINKS = 4;

/** Generates a chain of links, some of them with a link back, and routes over any part of the chain. */
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

/** Generates a scenario over a path of each topology, with the topology's flows or with the usual one. */
const framesOfPaths: fc.Arbitrary<Scenario> = fc
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

/** Gives some links their own queue or parameters. */
function withOwnLinks(scenario: Scenario): fc.Arbitrary<Scenario> {
  const ids = resolvePath(scenario.path).links.map(({ id }) => id);
  const one = fc.constantFrom(...ids).chain((link) => fc.oneof(ownValue(scenario, link), ownQueue(link)));
  return fc
    .array(one, { maxLength: 3 })
    .map((edits) => edits.reduce((before, edit) => edit(before), scenario));
}

type LinkEdit = (scenario: Scenario) => Scenario;

function ownValue(scenario: Scenario, link: string): fc.Arbitrary<LinkEdit> {
  const place = { scope: "link", link } as const;
  return fc.constantFrom(...declaredParams(scenario, place)).chain((param) =>
    anyNarrowValueOf(param).map(
      (value): LinkEdit =>
        (before) =>
          setParam(before, place, param.id, value),
    ),
  );
}

function ownQueue(link: string): fc.Arbitrary<LinkEdit> {
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
      ({ aqm, id, value }): LinkEdit =>
        (before) =>
          setParam(setLinkAqm(before, link, aqm), place, id, value),
    );
}

const MOST_COPIES = 4;
/** Largest traffic in a run, over all links of a path together (Mbit). */
const MOST_MEGABITS = 160;

interface Edit {
  readonly place: Place;
  readonly id: string;
  readonly value: ParamValue;
}

function anyEdit(scenario: Scenario, place: Place): fc.Arbitrary<Edit> {
  return fc
    .constantFrom(...declaredParams(scenario, place))
    .chain((param) => anyNarrowValueOf(param).map((value) => ({ place, id: param.id, value })));
}

const idOf = (registry: readonly { readonly id: string }[]) =>
  fc.constantFrom(...registry.map(({ id }) => id));

/** Generates a flow group over a route of the path. */
export function anyFlow(scenario: Scenario): fc.Arbitrary<FlowSpec> {
  const [, ...others] = resolvePath(scenario.path).routes.map(({ id }) => id);
  const sketch = fc.record({
    cc: idOf(congestionControls),
    traffic: fc.oneof(fc.constant("bulk"), idOf(trafficKinds)),
    count: fc.integer({ min: 1, max: MOST_COPIES }),
    params: fc.record({ route: fc.constantFrom("", ...others) }),
  });
  return sketch.map((spec) => addFlow(scenario, spec).flows[scenario.flows.length]);
}

/** Replaces the scenario's flows by random ones. */
function withFlows(scenario: Scenario): fc.Arbitrary<Scenario> {
  return fc.array(anyFlow(scenario), { minLength: 1, maxLength: 3 }).map((flows) => ({ ...scenario, flows }));
}

/** Generates scenarios with random algorithms. Only the parameters of the path differ from their defaults. */
const frames: fc.Arbitrary<Scenario> = framesOfPaths
  .chain((scenario) => idOf(queueDisciplines).map((aqm) => setAqm(scenario, aqm)))
  .chain((scenario) =>
    fc.oneof({ weight: 1, arbitrary: fc.constant(scenario) }, { weight: 4, arbitrary: withFlows(scenario) }),
  )
  .map((scenario) => setParam(scenario, { scope: "run" }, "duration", 3));

const SHARED: readonly Place[] = (["run", "queue", "tcp"] as const).map((scope) => ({ scope }));

function withEdits(frame: Scenario): fc.Arbitrary<Scenario> {
  const places: Place[] = [...SHARED, ...frame.flows.map((_, flow): Place => ({ scope: "flow", flow }))];
  const edits = fc.array(
    fc.constantFrom(...places).chain((place) => anyEdit(frame, place)),
    { maxLength: 14 },
  );
  return edits.map((list) =>
    list.reduce((scenario, { place, id, value }) => setParam(scenario, place, id, value), frame),
  );
}

/** Shortens a run if its links would carry too much for a test. */
function shortened(scenario: Scenario): Scenario {
  const { links } = resolvePath(scenario.path);
  const mbps = links.reduce((sum, { params }) => sum + Number(params.capacity), 0);
  const durationS = Math.max(1, Math.min(Number(scenario.run.duration), MOST_MEGABITS / mbps));
  return setParam(scenario, { scope: "run" }, "duration", durationS);
}

type What = Pick<Change, "id" | "value" | "flow" | "link">;

/** Generates a change that a running simulation of this scenario can accept. */
export function anyChange(scenario: Scenario, latestS = 4): fc.Arbitrary<Change> {
  const links = resolvePath(scenario.path).links.map(({ id }) => id);
  const groups = scenario.flows.map((_, flow) => flow);
  const places: readonly Place[] = [...SHARED, { scope: "path" }, { scope: "flow", flow: 0 }];
  const ofAll = fc
    .constantFrom(...places.filter((place) => liveParams(scenario, place).length > 0))
    .chain((place) => liveValue(scenario, place))
    .map((what): What => ({ ...what, flow: null, link: null }));
  const ofFlow = fc
    .constantFrom(...groups)
    .chain((flow) =>
      liveValue(scenario, { scope: "flow", flow }).map((what): What => ({ ...what, flow, link: null })),
    );
  const ofLink = fc
    .tuple(fc.constantFrom(...links), fc.constantFrom("link" as const, "link-queue" as const))
    .chain(([link, scope]) =>
      liveValue(scenario, { scope, link }).map((what): What => ({ ...what, flow: null, link })),
    );
  const cc = fc
    .tuple(idOf(congestionControls), fc.constantFrom(null, ...groups))
    .map(([value, flow]): What => ({ id: "cc", value, flow, link: null }));
  const aqm = fc
    .tuple(idOf(queueDisciplines), fc.constantFrom(null, ...links))
    .map(([value, link]): What => ({ id: "aqm", value, flow: null, link }));
  return fc
    .record({
      atS: fc.integer({ min: 0, max: latestS * 1000 }).map((ms) => ms / 1000),
      what: fc.oneof(ofAll, ofFlow, ofLink, cc, aqm),
    })
    .map(({ atS, what }) => ({ atS, ...what }));
}

function liveParams(scenario: Scenario, place: Place): readonly Param[] {
  return declaredParams(scenario, place).filter(({ live }) => live !== false);
}

function liveValue(scenario: Scenario, place: Place): fc.Arbitrary<{ id: string; value: ParamValue }> {
  return fc
    .constantFrom(...liveParams(scenario, place))
    .chain((param) => anyNarrowValueOf(param).map((value) => ({ id: param.id, value })));
}

/** Generates scenarios that the validation itself accepts. */
export const anyScenario: fc.Arbitrary<Scenario> = frames
  .chain(withEdits)
  .chain(withOwnLinks)
  .map(shortened)
  .chain((scenario) =>
    fc.array(anyChange(scenario), { maxLength: 4 }).map((changes) => ({ ...scenario, changes })),
  )
  .map((scenario) => validateScenario(scenario).scenario);

/**
 * Factors by which times are shortened. A run with a limited number of events does not come far, so late times would
 * never be reached.
 */
const NEARNESS = [1, 0.01, 0.001, 0.0001, 0.00001];
/** Numbers of copies of a flow. With few flows, each flow sends more. */
const COPIES = [1, 1, 2, 2, 4, 4, 8, 40];

/** Generates scenarios over the whole declared range of every parameter, for runs with a limited number of events. */
export const anyWideScenario: fc.Arbitrary<Scenario> = fc
  .tuple(arbitraryScenario, fc.constantFrom(...NEARNESS), fc.constantFrom(...COPIES))
  .map(([scenario, nearness, most]) => {
    const sooner = (timeS: ParamValue | undefined) =>
      typeof timeS === "number" ? timeS * nearness : (timeS ?? null);
    const flows = scenario.flows.map((spec): FlowSpec => {
      const { start, stop } = spec.params;
      const params = { ...spec.params, start: sooner(start), stop: sooner(stop) };
      return { ...spec, count: ((spec.count - 1) % most) + 1, params };
    });
    const changes = scenario.changes.map((change) => ({ ...change, atS: change.atS * nearness }));
    const run = { ...scenario.run, warmup: sooner(scenario.run.warmup) };
    return validateScenario({ ...scenario, run, flows, changes }).scenario;
  });
