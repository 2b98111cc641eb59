/**
 * The algorithms and kinds of traffic that this program knows, by id. The page registers their declarations (declared.ts). Node
 * also registers their code (algorithms.ts). A browser's worker loads the code that its scenarios need (simulator-on-demand.ts).
 */
import type { QueueDisciplineCard, QueueDisciplineDefinition } from "./aqm/queue-discipline.ts";
import type { CongestionControlCard, CongestionControlDefinition } from "./cc/congestion-control.ts";
import { type AlgorithmDeclaration, byId } from "./params/algorithm.ts";
import type { Param } from "./params/param.ts";
import * as topologiesByName from "./topologies/registry.ts";
import type { TopologyDefinition } from "./topologies/topology.ts";
import type { TrafficCard, TrafficDefinition } from "./traffic/traffic.ts";

/** All topologies. */
export const topologies: readonly TopologyDefinition[] = Object.values(topologiesByName);

/** Returns the topology with that id. Throws if there is no such topology. */
export function topologyById(id: string): TopologyDefinition {
  return byId(topologies, id, "topology");
}

/**
 * Registry of one kind of algorithm. It contains cards (declarations without code), and definitions of those algorithms whose
 * code is loaded.
 */
class Registered<Card extends AlgorithmDeclaration, Definition extends Card & { create: unknown }> {
  private readonly kind: string;
  private readonly cards = new Map<string, Card>();
  private readonly definitions = new Map<string, Definition>();

  constructor(kind: string) {
    this.kind = kind;
  }

  /** Registers declarations, and returns them. */
  declare(cards: readonly Card[]): readonly Card[] {
    for (const card of cards) this.cards.set(card.id, card);
    return cards;
  }

  /** Registers definitions, and returns them. */
  add(definitions: readonly Definition[]): readonly Definition[] {
    for (const definition of definitions) this.definitions.set(definition.id, definition);
    return definitions;
  }

  /** Returns true if the code of the algorithm is loaded. */
  hasCode(id: string): boolean {
    return this.definitions.has(id);
  }

  /** Returns the declaration with that id. Throws if there is no such declaration. */
  card(id: string): Card {
    return this.definitions.get(id) ?? this.cards.get(id) ?? byId([...this.cards.values()], id, this.kind);
  }

  /** Returns the definition with that id. Throws if there is no such algorithm, or if its code is not loaded. */
  code(id: string): Definition {
    const found = this.definitions.get(id);
    if (found === undefined)
      throw new Error(`the code of the ${this.kind} "${this.card(id).id}" is not loaded`);
    return found;
  }
}

export const registeredQueues = new Registered<QueueDisciplineCard, QueueDisciplineDefinition>(
  "queue discipline",
);
export const registeredControls = new Registered<CongestionControlCard, CongestionControlDefinition>(
  "congestion control",
);
export const registeredTraffic = new Registered<TrafficCard, TrafficDefinition>("kind of traffic");

/** Returns the declaration of a queue discipline, built-in or custom. Throws if there is no such discipline. */
export const queueDisciplineById = (id: string): QueueDisciplineCard => registeredQueues.card(id);
/** Returns the declaration of a congestion control, built-in or custom. Throws if there is no such control. */
export const congestionControlById = (id: string): CongestionControlCard => registeredControls.card(id);
/** Returns the declaration of a kind of traffic. Throws if there is no such kind. */
export const trafficById = (id: string): TrafficCard => registeredTraffic.card(id);

/**
 * Custom programs as algorithms. The id is a digest of the program's text, so the same text is the same algorithm in every
 * thread. Programs are added when a scenario that contains them is read.
 */
const ownQueues = new Map<string, QueueDisciplineDefinition>();
const ownControls = new Map<string, CongestionControlDefinition>();

/** Registers a custom queue discipline. */
export function addOwnQueue(definition: QueueDisciplineDefinition): void {
  ownQueues.set(definition.id, definition);
  registeredQueues.add([definition]);
}

/** Registers a custom congestion control. */
export function addOwnControl(definition: CongestionControlDefinition): void {
  ownControls.set(definition.id, definition);
  registeredControls.add([definition]);
}

export const isOwnQueue = (id: string): boolean => ownQueues.has(id);
export const isOwnControl = (id: string): boolean => ownControls.has(id);

/** Returns the name of a custom program; undefined if the id is not that of a program. */
export function ownLabel(id: string): string | undefined {
  return (ownControls.get(id) ?? ownQueues.get(id))?.label;
}

/** Returns the parameters of all custom queue disciplines added so far. */
export function ownQueueParams(): readonly Param[] {
  return [...ownQueues.values()].flatMap(({ params }) => params);
}

/** Returns the parameters of all custom congestion controls added so far. */
export function ownControlParams(): readonly Param[] {
  return [...ownControls.values()].flatMap(({ params }) => params);
}
