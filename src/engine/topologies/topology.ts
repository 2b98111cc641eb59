/** The interface of a topology: its links and routes, and flows that suit it. */

import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import type { ParamValues } from "../params/param.ts";
import type { QueueSpec, RouteSpec } from "../scenario/scenario.ts";

/** A node of the network. */
export interface NodeSpec {
  readonly id: string;
  readonly label: string;
}

/** A one-way link with a queue at its start. */
export interface LinkSpec {
  readonly id: string;
  readonly label: string;
  /** Id of the node at which the link starts; `to` is the node at its end. */
  readonly from: string;
  readonly to: string;
  /** Values of all LINK_PARAMS. */
  readonly params: ParamValues;
  /** Queue of the link; null if it uses the scenario's queue. */
  readonly queue: QueueSpec | null;
}

/** Nodes, links and routes of a path. */
export interface Topology {
  /** Nodes in drawing order, left to right. */
  readonly nodes: readonly NodeSpec[];
  /** Links in order. The page shows the first one unless the user chooses another. */
  readonly links: readonly LinkSpec[];
  /** Routes; the first route is the default of a flow. */
  readonly routes: readonly RouteSpec[];
}

/** A group of flows that a topology suggests. Values that are absent are defaults. */
export interface FlowSketch {
  readonly route: string;
  readonly count?: number;
  readonly cc?: string;
  readonly traffic?: string;
  /** Parameters of the flow, its congestion control and its traffic: rtt, start, … */
  readonly params?: ParamValues;
}

/** Entry of the registry: the declaration of a topology, and the functions that create its links and flows. */
export interface TopologyDefinition extends AlgorithmDeclaration {
  /** True if the links and routes are not defined by the topology but by the user. They are then stored in the PathSpec. */
  readonly isOpen?: true;
  readonly build: (values: ParamValues) => Topology;
  /** Flows that a scenario gets when the user chooses the topology; empty if the existing flows stay. */
  readonly flows: (values: ParamValues) => readonly FlowSketch[];
}

// Names of links, nodes and routes. In URLs and command-line options they stand between dots, commas, equals signs and plus
// signs.

/** Limit on the length of a name of a link, node or route (characters). */
export const LONGEST_PATH_NAME = 24;

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** Returns true if the text is an allowed name of a link, a node or a route. */
export function isPathName(text: string): boolean {
  return text.length <= LONGEST_PATH_NAME && NAME.test(text);
}

/**
 * Returns the nearest allowed name: characters that are not allowed become hyphens. Returns an empty text if no allowed character
 * is left.
 */
export function nearestPathName(text: string): string {
  return text
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[_-]+/, "")
    .slice(0, LONGEST_PATH_NAME);
}
