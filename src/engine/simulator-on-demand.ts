/**
 * The door to the simulator for the browser's worker: it comes with the algorithms of the default scenario, so that the
 * first plots wait for no other's code. The others are fetched for the first scenario that names them, with those that
 * share most of their code; paths are small and come together.
 */
import { Algorithms } from "./algorithms.ts";
import * as disciplines from "./aqm/at-hand.ts";
import { disciplinesOnDemand } from "./aqm/on-demand.ts";
import * as controls from "./cc/at-hand.ts";
import { controlsOnDemand } from "./cc/on-demand.ts";
import { fetchPieces, onDemandOf } from "./on-demand.ts";
import { declareTopologies } from "./scenario/declared.ts";
import type { Scenario } from "./scenario/scenario.ts";
import * as topologies from "./topologies/at-hand.ts";
import * as kindsOfTraffic from "./traffic/at-hand.ts";
import { trafficOnDemand } from "./traffic/on-demand.ts";

export type { Algorithms } from "./algorithms.ts";
export { rehearse } from "./rehearse.ts";
export { Simulation } from "./simulation.ts";

/** What is not at hand, by the names that scenarios give. */
interface Wanted {
  readonly disciplines: readonly string[];
  readonly controls: readonly string[];
  readonly kindsOfTraffic: readonly string[];
  readonly otherPaths: boolean;
  /** What is worked out of how flows share. */
  readonly sharing: boolean;
  /** How changes in mid-run reach what they concern. */
  readonly changing: boolean;
}

const ALL: Wanted = {
  disciplines: Object.keys(disciplinesOnDemand),
  controls: Object.keys(controlsOnDemand),
  kindsOfTraffic: Object.keys(trafficOnDemand),
  otherPaths: true,
  sharing: true,
  changing: true,
};

const atHand = new Algorithms(
  Object.values(disciplines),
  Object.values(controls),
  Object.values(kindsOfTraffic),
);

/** Enough for the scenario as it is; a change made live may name others. */
export function algorithmsFor(scenario: Scenario): Algorithms | Promise<Algorithms> {
  const wanted = wantedBy(scenario);
  const isThere = Object.values(wanted).every((one) => (typeof one === "boolean" ? !one : one.length === 0));
  return isThere ? atHand : fetchWanted(wanted);
}

export function fetchEveryAlgorithm(): Promise<Algorithms> {
  return fetchWanted(ALL);
}

function wantedBy({ queue, path, flows, changes }: Scenario): Wanted {
  const changedTo = (wanted: string) =>
    changes.flatMap(({ id, value }) => (id === wanted ? String(value) : []));
  const queues = [queue, ...path.links.flatMap((link) => link.queue ?? [])];
  const [{ count }] = flows;
  return {
    disciplines: onDemandOf(disciplinesOnDemand, [...queues.map(({ aqm }) => aqm), ...changedTo("aqm")]),
    controls: onDemandOf(controlsOnDemand, [...flows.map(({ cc }) => cc), ...changedTo("cc")]),
    kindsOfTraffic: onDemandOf(
      trafficOnDemand,
      flows.map(({ traffic }) => traffic),
    ),
    otherPaths: Object.values(topologies).every(({ id }) => id !== path.topology),
    sharing: flows.length > 1 || count > 1,
    changing: changes.length > 0,
  };
}

async function fetchWanted(wanted: Wanted): Promise<Algorithms> {
  const [otherDisciplines, otherControls, otherTraffic, paths, sharing, changing] = await Promise.all([
    fetchPieces(disciplinesOnDemand, wanted.disciplines),
    fetchPieces(controlsOnDemand, wanted.controls),
    fetchPieces(trafficOnDemand, wanted.kindsOfTraffic),
    wanted.otherPaths ? import("./topologies/registry.ts") : null,
    wanted.sharing ? import("./trace/sharing.ts") : null,
    wanted.changing ? import("./scenario/apply-change.ts") : null,
  ]);
  if (paths !== null) declareTopologies(Object.values(paths));
  return new Algorithms(
    [...atHand.disciplines, ...otherDisciplines],
    [...atHand.controls, ...otherControls],
    [...atHand.kindsOfTraffic, ...otherTraffic],
    { sharing: sharing?.sharing ?? null, changing: changing?.changing ?? null },
  );
}
