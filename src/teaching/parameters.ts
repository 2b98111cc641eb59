/** Parameters by name, as teaching files name them: an id alone, wherever in a scenario it sits; "aqm" and "cc" among them. */
import {
  type AlgorithmDeclaration,
  congestionControls,
  declaredParams,
  type EnumParam,
  linkParams,
  type Param,
  type Place,
  queueDisciplines,
  type Scenario,
  topologies,
  trafficKinds,
} from "../engine/index.ts";

const SHARED: readonly Place[] = [{ scope: "path" }, { scope: "queue" }, { scope: "tcp" }, { scope: "run" }];

/** Made when asked for: more algorithms may have been declared since this was imported. */
const CHOICES = {
  aqm: () => choiceOf("aqm", "Queue", queueDisciplines),
  cc: () => choiceOf("cc", "Congestion control", congestionControls),
  traffic: () => choiceOf("traffic", "Traffic", trafficKinds),
};

/** The one that this scenario has, or any algorithm could bring into it; null: there is none. */
export function parameterNamed(id: string, scenario: Scenario): Param | null {
  return everyParameter(scenario).find((param) => param.id === id) ?? null;
}

/** For the nearest of a name that is not known. */
export function parameterNames(scenario: Scenario): string[] {
  return [...new Set(everyParameter(scenario).map(({ id }) => id))];
}

function everyParameter(scenario: Scenario): Param[] {
  const flows: Place[] = scenario.flows.map((_, flow) => ({ scope: "flow", flow }));
  const registered = [queueDisciplines, congestionControls, trafficKinds, topologies].flat();
  return [
    CHOICES.aqm(),
    CHOICES.cc(),
    ...[...SHARED, ...flows].flatMap((place) => declaredParams(scenario, place)),
    ...linkParams,
    ...registered.flatMap(({ params }) => params),
  ];
}

/** Which algorithm of a registry: a value without a declaration of its own. Null: there is no such choice. */
export function choiceNamed(id: string): EnumParam | null {
  return Object.hasOwn(CHOICES, id) ? CHOICES[id as keyof typeof CHOICES]() : null;
}

function choiceOf(id: string, label: string, registry: readonly AlgorithmDeclaration[]): EnumParam {
  const options = registry.map((one) => ({ value: one.id, label: one.label, help: one.summary }));
  return { kind: "enum", id, label, help: "", default: options[0].value, options };
}

/** "β_ecn", "RTT", "Queue". */
export function parameterWords({ symbol, label }: Param): string {
  return symbol !== undefined && symbol.length > 1 ? symbol : label;
}
