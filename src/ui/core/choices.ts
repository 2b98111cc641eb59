/** The registries as menus: each entry is an option under the heading of its family. */
import {
  type AlgorithmDeclaration,
  congestionControls,
  defaultScenario,
  type EnumParam,
  FAMILIES,
  queueDisciplines,
  topologies,
  trafficKinds,
} from "../../engine/index.ts";

/** A registry's name, which is also the name of its folder in the reference pages. */
export type RegistryName = "queues" | "senders" | "traffic" | "paths";

interface Registry {
  readonly entries: readonly AlgorithmDeclaration[];
  /** The parameter of the choice. Its `live` is false if a running simulation cannot change the entry. */
  readonly choice: EnumParam;
}

type Wording = Pick<EnumParam, "id" | "label" | "help" | "live" | "whyNotLive">;

const { queue, flows, path } = defaultScenario();

export const REGISTRIES: Readonly<Record<RegistryName, Registry>> = {
  queues: registry(queueDisciplines, queue.aqm, {
    id: "aqm",
    label: "Queue discipline",
    help: "How the queue decides when to signal congestion, and how it signals.",
  }),
  senders: registry(congestionControls, flows[0].cc, {
    id: "cc",
    label: "Congestion control",
    help: "How the sender grows its window, and how it responds to a mark or a loss.",
  }),
  traffic: registry(trafficKinds, flows[0].traffic, {
    id: "traffic",
    label: "Traffic",
    help: "What the application sends, and when.",
    live: false,
    whyNotLive:
      "The application of a running flow cannot be changed. In a live run, add a flow with other traffic instead.",
  }),
  paths: registry(topologies, path.topology, {
    id: "path",
    label: "Path",
    help: "The links, and the routes of the flows. Some paths come with their own flows.",
    live: false,
    whyNotLive: "The topology cannot change during a live run. Leave the live mode to choose another path.",
  }),
};

function registry(entries: readonly AlgorithmDeclaration[], usual: string, wording: Wording): Registry {
  return { entries, choice: { kind: "enum", ...wording, default: usual, options: optionsOf(entries) } };
}

/** Returns the options grouped by family, in the order of the families. Entries without a family come last. */
export function optionsOf(entries: readonly AlgorithmDeclaration[]): EnumParam["options"] {
  const rank = ({ family }: AlgorithmDeclaration) =>
    family === undefined ? FAMILIES.length : FAMILIES.indexOf(family);
  return [...entries]
    .sort((a, b) => rank(a) - rank(b))
    .map(({ id, label, summary, family }) => ({
      value: id,
      label,
      help: summary,
      ...(family !== undefined && { group: family }),
    }));
}

export function entryOf(name: RegistryName, id: string): AlgorithmDeclaration {
  const { entries } = REGISTRIES[name];
  return entries.find((entry) => entry.id === id) ?? entries[0];
}

/** Returns the path of an entry's reference page, which is generated from the declarations. */
export function referencePath(name: RegistryName, id: string): string {
  return `./reference/${name}/${id}.html`;
}
