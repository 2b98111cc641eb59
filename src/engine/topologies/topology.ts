/** The contract of a topology: which links and routes a path has, and flows that make it telling. */

import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import type { ParamValues } from "../params/param.ts";
import type { QueueSpec, RouteSpec } from "../scenario/scenario.ts";

export interface NodeSpec {
  readonly id: string;
  readonly label: string;
}

/** A one-way link with a queue at its head. */
export interface LinkSpec {
  readonly id: string;
  readonly label: string;
  /** Node ids. */
  readonly from: string;
  readonly to: string;
  /** All of LINK_PARAMS. */
  readonly params: ParamValues;
  /** Null: the scenario's queue. */
  readonly queue: QueueSpec | null;
}

export interface Topology {
  /** In drawing order, left to right. */
  readonly nodes: readonly NodeSpec[];
  /** The first one is what the page looks at unless another is chosen. */
  readonly links: readonly LinkSpec[];
  /** The first one is the default of a flow. */
  readonly routes: readonly RouteSpec[];
}

/** A group of flows as the topology suggests it; what is absent is the default. */
export interface FlowSketch {
  readonly route: string;
  readonly count?: number;
  readonly cc?: string;
  readonly traffic?: string;
  /** Of flow, congestion control and traffic: rtt, start, … */
  readonly params?: ParamValues;
}

export interface TopologyDefinition extends AlgorithmDeclaration {
  /** Its links and routes are a person's own: they stand in the PathSpec. */
  readonly isOpen?: true;
  readonly build: (values: ParamValues) => Topology;
  /** The flows that one gets with the topology; empty: those that are there stay. */
  readonly flows: (values: ParamValues) => readonly FlowSketch[];
}

// Names of links, nodes and routes: they stand in URLs and flags among dots, commas, equals and plus signs.

export const LONGEST_PATH_NAME = 24;

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

export function isPathName(text: string): boolean {
  return text.length <= LONGEST_PATH_NAME && NAME.test(text);
}

/** The nearest name: what a name cannot hold becomes a hyphen; empty where nothing is left. */
export function nearestPathName(text: string): string {
  return text
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[_-]+/, "")
    .slice(0, LONGEST_PATH_NAME);
}
