/** Generates any valid scenario, for property tests. */
import fc from "fast-check";
import {
  type Change,
  congestionControls,
  declaredParams,
  defaultScenario,
  type FlowSpec,
  FORMAT_VERSION,
  type LinkSetting,
  type Param,
  type ParamValue,
  type ParamValues,
  type PathSpec,
  type QueueSpec,
  queueDisciplines,
  type RouteSpec,
  resolvePath,
  type Scenario,
  setAqm,
  setTopology,
  topologies,
  trafficKinds,
} from "../../../src/engine/index.ts";
import { normalise } from "../../../src/engine/scenario/normalise.ts";
import { flowParams } from "../../../src/engine/scenario/places.ts";
import { LINK_PARAMS } from "../../../src/engine/topologies/link-params.ts";

/** Texts that at least one syntax might accept. */
const TEXTS = ["", "square:10:0.5", "0:1;20:0.2", "1:0.5;2.5:2;repeat:4.25", "hop1", "A1", "reverse"];

export function arbitraryValue(param: Param): fc.Arbitrary<ParamValue> {
  switch (param.kind) {
    case "number": {
      const { min, max, scale, integer } = param;
      const spread: fc.Arbitrary<ParamValue> = fc.nat(1_000_000).map((part) => {
        const isLog = scale === "log" && min > 0;
        const value = isLog ? min * (max / min) ** (part / 1e6) : min + ((max - min) * part) / 1e6;
        return Math.min(max, integer ? Math.round(value) : value);
      });
      const number: fc.Arbitrary<ParamValue> = param.integer
        ? fc.integer({ min, max: Math.min(max, 2 ** 31 - 1) })
        : fc.double({ min, max, noNaN: true }).map((value) => (value === 0 ? 0 : value));
      const usual: fc.Arbitrary<ParamValue> = fc.constantFrom(param.default, param.default, min, max);
      return param.noneLabel === undefined
        ? fc.oneof(usual, spread, spread, number)
        : fc.oneof(usual, spread, spread, number, fc.constant(null));
    }
    case "size":
      return fc.oneof(
        fc.integer({ min: param.minPackets, max: param.maxPackets }).map((n) => `${n}p`),
        fc.integer({ min: param.minBytes, max: param.maxBytes }).map((n) => `${n}B`),
      );
    case "boolean":
      return param.fixed === undefined ? fc.boolean() : fc.constant(param.fixed.value);
    case "enum":
      return fc.constantFrom(...param.options.map((option) => option.value));
    case "text":
      return fc.constantFrom(...TEXTS.filter((text) => param.read(text) === text));
  }
}

function arbitraryValues(params: readonly Param[]): fc.Arbitrary<ParamValues> {
  return fc.record(Object.fromEntries(params.map((param) => [param.id, arbitraryValue(param)])));
}

/** Generates values for some of the parameters. */
function someValues(params: readonly Param[]): fc.Arbitrary<ParamValues> {
  const one = fc
    .constantFrom(...params)
    .chain((param) => arbitraryValue(param).map((value): [string, ParamValue] => [param.id, value]));
  return fc.array(one, { maxLength: 4 }).map((entries): ParamValues => Object.fromEntries(entries));
}

const aqm = fc.constantFrom(...queueDisciplines.map((one) => one.id));
const cc = fc.constantFrom(...congestionControls.map((one) => one.id));
const traffic = fc.constantFrom(...trafficKinds.map((one) => one.id));

const queue: fc.Arbitrary<QueueSpec> = aqm.chain((id) => {
  const params = declaredParams(setAqm(defaultScenario(), id), { scope: "queue" });
  return fc.record({ aqm: fc.constant(id), params: arbitraryValues(params) });
});

function linkSetting(ends: { id: string; from: string; to: string }): fc.Arbitrary<LinkSetting> {
  return fc.record({
    id: fc.constant(ends.id),
    from: fc.constant(ends.from),
    to: fc.constant(ends.to),
    params: someValues(LINK_PARAMS),
    queue: fc.oneof(fc.constant(null), queue),
  });
}

/** Generates a topology of the registry with settings on some of its links. */
function topologyPath(topology: string): fc.Arbitrary<PathSpec> {
  const params = declaredParams(setTopology(defaultScenario(), topology), { scope: "path" });
  return arbitraryValues(params).chain((values) => {
    const bare: PathSpec = { topology, params: values, links: [], routes: [] };
    const ids = resolvePath(bare).links.map((link) => link.id);
    const links: fc.Arbitrary<LinkSetting[]> = fc
      .subarray(ids, { maxLength: Math.min(3, ids.length) })
      .chain((some) => fc.tuple(...some.map((id) => linkSetting({ id, from: "", to: "" }))));
    return links.map((settings): PathSpec => ({ ...bare, links: settings }));
  });
}

const label = fc
  .string({ unit: "binary", maxLength: 12 })
  .map((text) => text.replace(/\p{C}/gu, "").trim())
  .map((text) => (text === "" ? "label" : text));

/**
 * Generates links between a few nodes, each with its own route. If there is a reverse link, the return route uses it.
 */
const customPath: fc.Arbitrary<PathSpec> = fc
  .uniqueArray(fc.constantFrom("ab", "bc", "cd", "ba", "cb", "da"), { minLength: 1, maxLength: 5 })
  .chain((pairs) => {
    const ends = pairs.map((pair) => ({ id: `l-${pair}`, from: pair[0], to: pair[1] }));
    const routes = ends.map(({ id, from, to }) => {
      const back = ends.filter((one) => one.from === to && one.to === from).map((one) => one.id);
      return label.map((text): RouteSpec => ({ id: `r-${id}`, label: text, forward: [id], back }));
    });
    return fc.record({
      topology: fc.constant("custom"),
      params: fc.constant({}),
      links: fc.tuple(...ends.map(linkSetting)),
      routes: fc.tuple(...routes),
    });
  });

const path: fc.Arbitrary<PathSpec> = fc.oneof(
  topologyPath("dumbbell"),
  ...topologies.map(({ id }) => (id === "custom" ? customPath : topologyPath(id))),
);

function arbitraryFlow(routes: readonly string[]): fc.Arbitrary<FlowSpec> {
  return fc.tuple(cc, traffic).chain(([sender, kind]) => {
    const route = fc.constantFrom("", ...routes.slice(1));
    const params = fc.tuple(arbitraryValues(flowParams(sender, kind, undefined)), route);
    return fc.record({
      cc: fc.constant(sender),
      traffic: fc.constant(kind),
      count: fc.integer({ min: 1, max: 1000 }),
      params: params.map(([values, id]) => ({ ...values, route: id })),
    });
  });
}

const live = (params: readonly Param[]) => params.filter((param) => param.live !== false);

function arbitraryChange(of: PathSpec, flows: number): fc.Arbitrary<Change> {
  const scenario = { ...defaultScenario(), path: of };
  const shared = (["path", "queue", "tcp"] as const).flatMap((scope) => declaredParams(scenario, { scope }));
  const ofFlows = declaredParams(scenario, { scope: "flow", flow: 0 });
  const atS = fc.double({ min: 0, max: 3600, noNaN: true }).map((value) => (value === 0 ? 0 : value));
  const anyFlow = fc.oneof(fc.constant(null), fc.nat(flows - 1));
  const anyLink = fc.constantFrom(...resolvePath(of).links.map(({ id }) => id));
  const none = fc.constant(null);
  const param = fc.oneof(
    fc.constantFrom(...live(shared)).map((one) => ({ one, flow: none, link: none })),
    fc.constantFrom(...live(ofFlows)).map((one) => ({ one, flow: anyFlow, link: none })),
    fc.constantFrom(...live(LINK_PARAMS)).map((one) => ({ one, flow: none, link: anyLink })),
  );
  return fc.oneof(
    param.chain(({ one, flow, link }) =>
      fc.record({ atS, flow, link, id: fc.constant(one.id), value: arbitraryValue(one) }),
    ),
    fc.record({ atS, flow: none, link: fc.oneof(none, anyLink), id: fc.constant("aqm"), value: aqm }),
    fc.record({ atS, flow: anyFlow, link: none, id: fc.constant("cc"), value: cc }),
  );
}

export const arbitraryScenario: fc.Arbitrary<Scenario> = path.chain((chosen) => {
  const routes = resolvePath(chosen).routes.map(({ id }) => id);
  return fc.array(arbitraryFlow(routes), { minLength: 1, maxLength: 5 }).chain((flows) =>
    fc
      .record({
        v: fc.constant<typeof FORMAT_VERSION>(FORMAT_VERSION),
        run: arbitraryValues(declaredParams(defaultScenario(), { scope: "run" })),
        path: fc.constant(chosen),
        queue,
        tcp: arbitraryValues(declaredParams(defaultScenario(), { scope: "tcp" })),
        flows: fc.constant(flows),
        changes: fc
          .array(arbitraryChange(chosen, flows.length), { maxLength: 4 })
          .map((changes) => changes.sort((a, b) => a.atS - b.atS)),
      })
      .map((scenario) => normalise(scenario)),
  );
});
