/** Random valid scenarios, small enough to run by the dozen. */
import fc from "fast-check";
import {
  addFlow,
  type Change,
  congestionControls,
  declaredParams,
  defaultScenario,
  type Place,
  queueDisciplines,
  type Scenario,
  setAqm,
  setCc,
  setParam,
  validateScenario,
} from "../../src/engine/index.ts";
import type { Param, ParamValue } from "../../src/engine/params/param.ts";
import { anyValueOf } from "./sequences.ts";

/** Bounds that keep a run short; the rest of the ranges is for the unit tests. */
const NARROWER: Readonly<Record<string, readonly [number, number]>> = {
  capacity: [0.05, 20],
  duration: [1, 4],
  warmup: [0, 2],
  start: [0, 3],
  stop: [0, 4],
  rtt: [0.1, 800],
  size: [1, 3_000_000],
};

const MOST_COPIES = 4;

export function anyNarrowValueOf(param: Param): fc.Arbitrary<ParamValue> {
  const bounds = NARROWER[param.id];
  if (bounds === undefined || param.kind !== "number") return anyValueOf(param);
  const [min, max] = bounds;
  const { noneLabel } = param;
  const value = anyValueOf({ ...param, min, max, default: min });
  return noneLabel === undefined ? value : fc.oneof(fc.constant(null), value);
}

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

const SHARED: readonly Place[] = (["run", "path", "queue", "tcp"] as const).map((scope) => ({ scope }));

/** Algorithms chosen, parameters still at their defaults. */
const frames: fc.Arbitrary<Scenario> = fc
  .record({
    aqm: fc.constantFrom(...queueDisciplines.map(({ id }) => id)),
    ccs: fc.array(fc.constantFrom(...congestionControls.map(({ id }) => id)), { minLength: 1, maxLength: 3 }),
    counts: fc.array(fc.integer({ min: 1, max: MOST_COPIES }), { minLength: 3, maxLength: 3 }),
  })
  .map(({ aqm, ccs, counts }) => {
    let scenario = setAqm(defaultScenario(), aqm);
    scenario = setCc(scenario, 0, ccs[0]);
    for (const cc of ccs.slice(1)) scenario = addFlow(scenario, { cc });
    const flows = scenario.flows.map((spec, i) => ({ ...spec, count: counts[i] }));
    return setParam({ ...scenario, flows }, { scope: "run" }, "duration", 3);
  });

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

/** A change that a running simulation of this scenario can take. */
export function anyChange(scenario: Scenario, latestS = 4): fc.Arbitrary<Change> {
  const params = [
    ...SHARED.flatMap((place) => declaredParams(scenario, place)),
    ...declaredParams(scenario, { scope: "flow", flow: 0 }),
  ].filter(({ live }) => live !== false);
  const ofParam = fc
    .constantFrom(...params)
    .chain((param) => anyNarrowValueOf(param).map((value) => ({ id: param.id, value })));
  const ofAlgorithm = fc.constantFrom(
    ...queueDisciplines.map(({ id }) => ({ id: "aqm", value: id as ParamValue })),
    ...congestionControls.map(({ id }) => ({ id: "cc", value: id as ParamValue })),
  );
  return fc
    .record({
      atS: fc.integer({ min: 0, max: latestS * 1000 }).map((ms) => ms / 1000),
      what: fc.oneof({ weight: 3, arbitrary: ofParam }, { weight: 1, arbitrary: ofAlgorithm }),
    })
    .map(({ atS, what }) => ({ atS, flow: null, ...what }));
}

/** Valid by the judgement of the validation itself. */
export const anyScenario: fc.Arbitrary<Scenario> = frames
  .chain(withEdits)
  .chain((scenario) =>
    fc.array(anyChange(scenario), { maxLength: 4 }).map((changes) => ({ ...scenario, changes })),
  )
  .map((scenario) => validateScenario(scenario).scenario);
