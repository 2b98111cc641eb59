/** Random valid scenarios: small ones, run by the dozen to their ends, and wide ones, whose beginnings are run by the thousand. */
import fc from "fast-check";
import {
  addFlow,
  type Change,
  congestionControls,
  declaredParams,
  type FlowSpec,
  type Place,
  queueDisciplines,
  resolvePath,
  type Scenario,
  setAqm,
  setParam,
  trafficKinds,
  validateScenario,
} from "../../src/engine/index.ts";
import type { Param, ParamValue } from "../../src/engine/params/param.ts";
import { arbitraryScenario } from "../engine/scenario/arbitrary-scenario.ts";
import { anyNarrowValueOf } from "./narrow-values.ts";
import { framesOfPaths, withOwnLinks } from "./random-paths.ts";

const MOST_COPIES = 4;
/** What all links of a path together may carry in a run. */
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

/** A group of flows over a route of the path. */
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

/** Other flows in the place of those that are there. */
function withFlows(scenario: Scenario): fc.Arbitrary<Scenario> {
  return fc.array(anyFlow(scenario), { minLength: 1, maxLength: 3 }).map((flows) => ({ ...scenario, flows }));
}

/** Algorithms chosen, parameters but those of the path still at their defaults. */
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

/** Shorter where its links would carry too much for a test. */
function shortened(scenario: Scenario): Scenario {
  const { links } = resolvePath(scenario.path);
  const mbps = links.reduce((sum, { params }) => sum + Number(params.capacity), 0);
  const durationS = Math.max(1, Math.min(Number(scenario.run.duration), MOST_MEGABITS / mbps));
  return setParam(scenario, { scope: "run" }, "duration", durationS);
}

type What = Pick<Change, "id" | "value" | "flow" | "link">;

/** A change that a running simulation of this scenario can take. */
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

/** Valid by the judgement of the validation itself. */
export const anyScenario: fc.Arbitrary<Scenario> = frames
  .chain(withEdits)
  .chain(withOwnLinks)
  .map(shortened)
  .chain((scenario) =>
    fc.array(anyChange(scenario), { maxLength: 4 }).map((changes) => ({ ...scenario, changes })),
  )
  .map((scenario) => validateScenario(scenario).scenario);

/** Times are brought near by this factor: a run of so many events seldom comes far. */
const NEARNESS = [1, 0.01, 0.001, 0.0001, 0.00001];
/** Few flows do more each. */
const COPIES = [1, 1, 2, 2, 4, 4, 8, 40];

/** Of the whole declared range of everything, for runs of so many events. */
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
