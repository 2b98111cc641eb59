/** The card of an algorithm: its registry and entry, and the place of the scenario that "use it" would change. */
import {
  programLabel,
  queueOfLink,
  resolvePath,
  type Scenario,
  setCc,
  setLinkAqm,
  setTopology,
  setTraffic,
} from "../../engine/index.ts";
import type { Bench } from "../core/bench.ts";
import type { RegistryName } from "../core/choices.ts";
import { commonCc, writeAqm, writeCc } from "../core/rail.ts";
import type { AppState } from "../core/store.ts";

export interface Card {
  readonly registry: RegistryName;
  readonly id: string;
  /** Index of a flow group; null means all groups. */
  readonly flow: number | null;
  /** Id of a link with its own queue; null means the queue shared by all other links. */
  readonly link: string | null;
}

const CARD = "card";

export function showCard(bench: Bench, card: Card): void {
  bench.showDialog(CARD, card);
}

/** Returns the card that is open; null if none is. */
export function cardIn({ dialog, subject }: Pick<AppState, "dialog" | "subject">): Card | null {
  return dialog === CARD ? (subject as Card) : null;
}

/** Returns the card of a link's queue, which is its own or the shared one; null for a user-defined queue. */
export function queueCard(scenario: Scenario, link: string): Card | null {
  const queue = queueOfLink(scenario, link);
  if (programLabel(queue.aqm, scenario.programs) !== undefined) return null;
  return { registry: "queues", id: queue.aqm, flow: null, link: queue === scenario.queue ? null : link };
}

/** Returns the id of the entry in use at the card's place; null if the place has no such entry or the flows differ. */
export function inUse(scenario: Scenario, { registry, flow, link }: Card): string | null {
  const spec = scenario.flows[flow ?? 0];
  switch (registry) {
    case "queues":
      if (link === null) return scenario.queue.aqm;
      return hasLink(scenario, link) ? queueOfLink(scenario, link).aqm : null;
    case "senders":
      return flow === null ? commonCc(scenario) || null : (spec?.cc ?? null);
    case "traffic":
      return spec?.traffic ?? null;
    case "paths":
      return scenario.path.topology;
  }
}

function hasLink({ path }: Scenario, link: string): boolean {
  return resolvePath(path).links.some(({ id }) => id === link);
}

/** Returns the scenario with the card's entry in use. */
export function using(scenario: Scenario, card: Card): Scenario {
  const { registry, id, flow, link } = card;
  if (inUse(scenario, card) === id) return scenario;
  switch (registry) {
    case "queues":
      return link === null ? writeAqm(scenario, id) : setLinkAqm(scenario, link, id);
    case "senders":
      return flow === null ? writeCc(scenario, id) : setCc(scenario, flow, id);
    case "traffic":
      return setTraffic(scenario, flow ?? 0, id);
    case "paths":
      return setTopology(scenario, id);
  }
}
