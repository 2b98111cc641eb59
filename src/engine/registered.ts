/**
 * The algorithms and kinds of traffic that this program knows, by id. The page registers their declarations (declared.ts). Node
 * also registers their code (algorithms.ts). A browser's worker loads the code that its scenarios need (simulator-on-demand.ts).
 */
import type { QueueDisciplineCard, QueueDisciplineDefinition } from "./aqm/queue-discipline.ts";
import type { CongestionControlCard, CongestionControlDefinition } from "./cc/congestion-control.ts";
import { type CustomPrograms, customProgram } from "./custom/scenario-programs.ts";
import { type AlgorithmDeclaration, byId } from "./params/algorithm.ts";
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
export function queueDisciplineById(id: string, programs: CustomPrograms): QueueDisciplineCard {
  const program = customProgram(id, programs);
  return program?.kind === "queue" ? program.card : registeredQueues.card(id);
}

/** Returns the declaration of a congestion control, built-in or custom. Throws if there is no such control. */
export function congestionControlById(id: string, programs: CustomPrograms): CongestionControlCard {
  const program = customProgram(id, programs);
  return program?.kind === "sender" ? program.card : registeredControls.card(id);
}

/** Returns the declaration of a kind of traffic. Throws if there is no such kind. */
export const trafficById = (id: string): TrafficCard => registeredTraffic.card(id);
