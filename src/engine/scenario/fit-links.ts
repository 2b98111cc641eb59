/** Links as they are given, in JSON or as "id=wan,capacity=20Mbps,aqm=pi", and the nearest valid settings. */

import { topologyById } from "../algorithms.ts";
import { shown } from "../params/value-text.ts";
import { LINK_PARAMS } from "../topologies/link-params.ts";
import { isPathName, LONGEST_PATH_NAME, nearestPathName } from "../topologies/path-name.ts";
import { fitGiven, fitQueue, type Given } from "./fit-values.ts";
import { textOf } from "./given-text.ts";
import { MOST_LINKS } from "./limits.ts";
import { settingOf } from "./path-after.ts";
import type { Problems } from "./problems.ts";
import { resolvePath } from "./resolve-path.ts";
import type { LinkSetting, PathSpec, QueueSpec } from "./scenario.ts";

/** A link before anything of it was checked; undefined is what was not said. */
export interface RawLink {
  readonly id: unknown;
  readonly from: unknown;
  readonly to: unknown;
  /** Of LINK_PARAMS. */
  readonly values: Given;
  /** Null: none of its own. */
  readonly queue: { readonly aqm: unknown; readonly values: Given } | null | undefined;
}

const NAME_ALLOWED = `letters, digits, "-" and "_", at most ${LONGEST_PATH_NAME}`;

/** Lays the given links over those of `path`; a name that the path does not have is left to `settle`. */
export function fitLinks(
  raws: readonly RawLink[],
  path: PathSpec,
  queue: QueueSpec,
  problems: Problems,
): readonly LinkSetting[] {
  const fitting = new LinkFitting(path, queue, problems);
  for (const [i, raw] of raws.entries()) fitting.add(raw, i + 1);
  return fitting.settings;
}

class LinkFitting {
  settings: readonly LinkSetting[];
  private readonly path: PathSpec;
  private readonly queue: QueueSpec;
  private readonly problems: Problems;
  private readonly isOpen: boolean;
  private readonly given: string[] = [];

  constructor(path: PathSpec, queue: QueueSpec, problems: Problems) {
    this.path = path;
    this.queue = queue;
    this.problems = problems;
    this.settings = path.links;
    this.isOpen = topologyById(path.topology).isOpen === true;
  }

  add(raw: RawLink, number: number): void {
    const id = this.idOf(raw.id, number);
    if (this.given.includes(id)) {
      this.problems.dropped(`link ${number}`, "id", "Name", id, "one that no other link has");
      return;
    }
    this.given.push(id);
    const isKnown = this.settings.some((one) => one.id === id);
    if (this.isOpen && !isKnown && this.settings.length === MOST_LINKS) {
      this.problems.dropped("", "link", "Links", id, `at most ${MOST_LINKS}`);
      return;
    }
    const setting = this.fit(id, raw);
    this.settings = isKnown
      ? this.settings.map((one) => (one.id === id ? setting : one))
      : [...this.settings, setting];
  }

  private fit(id: string, raw: RawLink): LinkSetting {
    const owner = `link ${shown(id)}`;
    const before = settingOf({ ...this.path, links: this.settings }, id);
    const params = { ...before.params, ...fitGiven(LINK_PARAMS, raw.values, owner, this.problems) };
    const ends = this.isOpen ? this.endsOf(before, raw, owner) : this.noEnds(raw, owner);
    return { id, ...ends, params, queue: this.queueOf(before, raw, owner) };
  }

  private queueOf(before: LinkSetting, { queue }: RawLink, owner: string): QueueSpec | null {
    if (queue === undefined) return before.queue;
    if (queue === null) return null;
    const ofTopology = this.isOpen
      ? undefined
      : resolvePath(this.path).links.find(({ id }) => id === before.id);
    const present = before.queue ?? ofTopology?.queue ?? this.queue;
    return fitQueue(queue.aqm, queue.values, present, owner, this.problems);
  }

  private idOf(given: unknown, number: number): string {
    const text = given === undefined ? "" : textOf(given).trim();
    if (!this.isOpen) return text;
    if (text === "")
      return this.fresh(`link${number}`, (name) => !this.settings.some(({ id }) => id === name));
    return this.nameOf(text, `link ${number}`, "id", "Name", `link${number}`);
  }

  /** From where the link before ends, to a new node, unless it says otherwise. */
  private endsOf(before: LinkSetting, raw: RawLink, owner: string): Pick<LinkSetting, "from" | "to"> {
    const usualFrom = before.from || (this.settings.at(-1)?.to ?? "n1");
    const from = this.nodeOf(raw.from, usualFrom, "from", owner);
    const nodes = this.settings.flatMap((one) => [one.from, one.to]);
    const fresh = this.fresh("n1", (name) => name !== from && !nodes.includes(name));
    const to = this.nodeOf(raw.to, before.to || fresh, "to", owner);
    if (to !== from) return { from, to };
    this.problems.notAmong(owner, "to", "To", to, "another node than the one it starts from", fresh);
    return { from, to: fresh };
  }

  private nodeOf(given: unknown, usual: string, id: "from" | "to", owner: string): string {
    const text = given === undefined ? "" : textOf(given).trim();
    return text === "" ? usual : this.nameOf(text, owner, id, id === "from" ? "From" : "To", usual);
  }

  private nameOf(text: string, owner: string, field: string, name: string, usual: string): string {
    if (isPathName(text)) return text;
    const used = nearestPathName(text) || usual;
    this.problems.notAmong(owner, field, name, text, NAME_ALLOWED, used);
    return used;
  }

  private noEnds(raw: RawLink, owner: string): Pick<LinkSetting, "from" | "to"> {
    for (const key of ["from", "to"] as const) {
      const given = raw[key];
      if (given !== undefined && given !== "") {
        this.problems.unused(owner, key, textOf(given), this.path.topology);
      }
    }
    return { from: "", to: "" };
  }

  /** The first free one of name1, name2, … */
  private fresh(first: string, isFree: (name: string) => boolean): string {
    const [, stem, number] = /^(.*?)(\d+)$/.exec(first) ?? ["", first, "1"];
    let next = Number(number);
    while (!isFree(`${stem}${next}`)) next++;
    return `${stem}${next}`;
  }
}
