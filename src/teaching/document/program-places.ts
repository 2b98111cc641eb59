/** Finds where a scenario uses custom programs, and replaces them there. The page needs this module when it is first loaded. */
import {
  customProgram,
  declaredParams,
  getParam,
  type Place,
  resolvePath,
  type Scenario,
  setAqm,
  setCc,
  setLinkAqm,
  setParam,
  withProgram,
} from "../../engine/index.ts";

/** Places of a scenario at which an algorithm is chosen. */
export interface ProgramPlaces {
  readonly flows: readonly number[];
  readonly queue: boolean;
  readonly links: readonly string[];
}

export function placesOfProgram({ flows, queue, path }: Scenario, id: string): ProgramPlaces {
  return {
    flows: flows.flatMap(({ cc }, i) => (cc === id ? [i] : [])),
    queue: queue.aqm === id,
    links: resolvePath(path).links.flatMap((link) => (link.queue?.aqm === id ? [link.id] : [])),
  };
}

/** Returns the ids of the algorithms at these places, each once. "" stands for a place that does not exist. */
export function algorithmsAt(scenario: Scenario, { flows, queue, links }: ProgramPlaces): string[] {
  const all = resolvePath(scenario.path).links;
  return [
    ...new Set([
      ...flows.map((flow) => scenario.flows[flow]?.cc ?? ""),
      ...(queue ? [scenario.queue.aqm] : []),
      ...links.map((link) => all.find(({ id }) => id === link)?.queue?.aqm ?? ""),
    ]),
  ];
}

export function withAlgorithmAt(
  scenario: Scenario,
  { flows, queue, links }: ProgramPlaces,
  id: string,
): Scenario {
  let next = flows.reduce((before, flow) => setCc(before, flow, id), scenario);
  if (queue) next = setAqm(next, id);
  return links.reduce((before, link) => setLinkAqm(before, link, id), next);
}

export function placeList({ flows, queue, links }: ProgramPlaces): Place[] {
  return [
    ...flows.map((flow): Place => ({ scope: "flow", flow })),
    ...(queue ? [{ scope: "queue" } as const] : []),
    ...links.map((link): Place => ({ scope: "link-queue", link })),
  ];
}

/** Returns whether a program declares this parameter. Names of such parameters have a prefix. */
export function isCustomParam(id: string): boolean {
  return id.startsWith("own-");
}

/**
 * Returns `from` with the change of the program applied, but no other change. What then still differs from `to` are changes of
 * other settings.
 */
export function withProgramTaken(from: Scenario, to: Scenario, places: ProgramPlaces): Scenario {
  let next = from;
  for (const place of placeList(places)) {
    const [algorithm] = algorithmsAt(to, onlyPlace(place));
    const program = algorithm === undefined ? undefined : customProgram(algorithm, to.programs);
    if (program === undefined) continue;
    next = withAlgorithmAt(withProgram(next, program), onlyPlace(place), program.id);
    for (const { id } of declaredParams(to, place))
      if (isCustomParam(id)) next = setParam(next, place, id, getParam(to, place, id));
  }
  return next;
}

function onlyPlace(place: Place): ProgramPlaces {
  return {
    flows: place.scope === "flow" ? [place.flow] : [],
    queue: place.scope === "queue",
    links: place.scope === "link-queue" ? [place.link] : [],
  };
}
