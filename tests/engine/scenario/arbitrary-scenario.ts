/** Any valid scenario, for properties. */
import fc from "fast-check";
import {
  type Change,
  congestionControls,
  declaredParams,
  defaultScenario,
  type FlowSpec,
  type Param,
  type ParamValue,
  type ParamValues,
  queueDisciplines,
  type Scenario,
  setAqm,
  setCc,
} from "../../../src/engine/index.ts";
import { settle } from "../../../src/engine/scenario/limits.ts";

export function arbitraryValue(param: Param): fc.Arbitrary<ParamValue> {
  switch (param.kind) {
    case "number": {
      const { min, max } = param;
      const number: fc.Arbitrary<ParamValue> = param.integer
        ? fc.integer({ min, max: Math.min(max, 2 ** 31 - 1) })
        : fc.double({ min, max, noNaN: true }).map((value) => (value === 0 ? 0 : value));
      const usual: fc.Arbitrary<ParamValue> = fc.constant(param.default);
      return param.noneLabel === undefined
        ? fc.oneof(usual, number)
        : fc.oneof(usual, number, fc.constant(null));
    }
    case "size":
      return fc.oneof(
        fc.integer({ min: param.minPackets, max: param.maxPackets }).map((n) => `${n}p`),
        fc.integer({ min: param.minBytes, max: param.maxBytes }).map((n) => `${n}B`),
      );
    case "boolean":
      return fc.boolean();
    case "enum":
      return fc.constantFrom(...param.options.map((option) => option.value));
  }
}

function arbitraryValues(params: readonly Param[]): fc.Arbitrary<ParamValues> {
  return fc.record(Object.fromEntries(params.map((param) => [param.id, arbitraryValue(param)])));
}

const aqm = fc.constantFrom(...queueDisciplines.map((one) => one.id));
const cc = fc.constantFrom(...congestionControls.map((one) => one.id));

const flow: fc.Arbitrary<FlowSpec> = cc.chain((id) => {
  const params = declaredParams(setCc(defaultScenario(), 0, id), { scope: "flow", flow: 0 });
  return fc.record({
    cc: fc.constant(id),
    count: fc.integer({ min: 1, max: 1000 }),
    params: arbitraryValues(params),
  });
});

const queue = aqm.chain((id) => {
  const params = declaredParams(setAqm(defaultScenario(), id), { scope: "queue" });
  return fc.record({ aqm: fc.constant(id), params: arbitraryValues(params) });
});

function arbitraryChange(flows: number): fc.Arbitrary<Change> {
  const scenario = defaultScenario();
  const shared = (["path", "queue", "tcp"] as const).flatMap((scope) => declaredParams(scenario, { scope }));
  const ofFlows = declaredParams(scenario, { scope: "flow", flow: 0 });
  const live = (params: readonly Param[]) => params.filter((param) => param.live !== false);
  const atS = fc.double({ min: 0, max: 3600, noNaN: true }).map((value) => (value === 0 ? 0 : value));
  const anyFlow = fc.oneof(fc.constant(null), fc.nat(flows - 1));
  const param = fc.oneof(
    fc.constantFrom(...live(shared)).map((one) => ({ one, flow: fc.constant(null) })),
    fc.constantFrom(...live(ofFlows)).map((one) => ({ one, flow: anyFlow })),
  );
  return fc.oneof(
    param.chain(({ one, flow: ofFlow }) =>
      fc.record({ atS, flow: ofFlow, id: fc.constant(one.id), value: arbitraryValue(one) }),
    ),
    fc.record({ atS, flow: fc.constant(null), id: fc.constant("aqm"), value: aqm }),
    fc.record({ atS, flow: anyFlow, id: fc.constant("cc"), value: cc }),
  );
}

export const arbitraryScenario: fc.Arbitrary<Scenario> = fc
  .array(flow, { minLength: 1, maxLength: 5 })
  .chain((flows) =>
    fc
      .record({
        v: fc.constant(1 as const),
        run: arbitraryValues(declaredParams(defaultScenario(), { scope: "run" })),
        path: arbitraryValues(declaredParams(defaultScenario(), { scope: "path" })),
        queue,
        tcp: arbitraryValues(declaredParams(defaultScenario(), { scope: "tcp" })),
        flows: fc.constant(flows),
        changes: fc
          .array(arbitraryChange(flows.length), { maxLength: 4 })
          .map((changes) => changes.sort((a, b) => a.atS - b.atS)),
      })
      .map((scenario) => settle(scenario)),
  );
