/** What a link or file of version 1 means today: the settings that have changed their defaults since then, as they were. */

import { congestionControlById, queueDisciplineById } from "../algorithms.ts";
import type { Param, ParamValue, ParamValues } from "../params/param.ts";
import { canonicalText } from "../params/value-text.ts";
import { withValue } from "./edit.ts";
import { parseChange } from "./fit-change.ts";
import { ADDED_SINCE_1, DEFAULT_IN_1 } from "./format-versions.ts";
import { isObject } from "./json-reading.ts";
import { AQM, CC } from "./known-names.ts";
import { settle } from "./limits.ts";
import { entriesOf } from "./path-text.ts";
import { declaredParams, type Place, valuesAt } from "./places.ts";
import { resolvePath } from "./resolve-path.ts";
import type { Change, Scenario } from "./scenario.ts";
import type { Setting } from "./settings-of.ts";

/** A setting that a scenario of version 1 keeps, in words: "Handshake", "off". */
export interface KeptSetting {
  readonly id: string;
  readonly label: string;
  readonly text: string;
}

export interface OldReading {
  readonly scenario: Scenario;
  /** What differs from the defaults of today because the text is older than they are. */
  readonly kept: readonly KeptSetting[];
}

const OLD_VALUES: ParamValues = { ...DEFAULT_IN_1, ...ADDED_SINCE_1 };

/** `named`: the settings that the text names; it knows these. */
export function asInVersion1(
  scenario: Scenario,
  named: ReadonlySet<string>,
  oldValues: ParamValues = OLD_VALUES,
): OldReading {
  const unnamed = Object.entries(oldValues).filter(([id]) => !named.has(id));
  if (unnamed.length === 0) return { scenario, kept: [] };
  const old = new Old(Object.fromEntries(unnamed));
  // A path's own flows follow its parameters, so they come after it.
  let next = scenario;
  for (const scope of ["run", "path", "queue", "tcp"] as const) next = old.laidOver(next, { scope });
  for (const { id, queue } of resolvePath(next.path).links) {
    next = old.laidOver(next, { scope: "link", link: id });
    if (queue !== null) next = old.laidOver(next, { scope: "link-queue", link: id });
  }
  for (const flow of next.flows.keys()) next = old.laidOver(next, { scope: "flow", flow });
  next = { ...next, changes: next.changes.flatMap((change) => [change, ...old.changesAfter(change)]) };
  return { scenario: settle(next), kept: [...old.kept.values()] };
}

/** The old values, and which of them say something other than today's defaults. */
class Old {
  readonly kept = new Map<string, KeptSetting>();

  private readonly values: ParamValues;

  constructor(values: ParamValues) {
    this.values = values;
  }

  laidOver(scenario: Scenario, place: Place): Scenario {
    let next = scenario;
    for (const param of this.concerned(declaredParams(scenario, place))) {
      const value = this.values[param.id];
      if (valuesAt(next, place)[param.id] === value) continue;
      next = withValue(next, place, param.id, value);
      this.note(param, value);
    }
    return next;
  }

  /** Another algorithm in mid-run comes with today's defaults: changes of the same moment give it those of then. */
  changesAfter(change: Change): Change[] {
    return this.concerned(declaredAfter(change))
      .filter((param) => param.live !== false && param.default !== this.values[param.id])
      .map((param) => {
        this.note(param, this.values[param.id]);
        return { ...change, id: param.id, value: this.values[param.id] };
      });
  }

  private concerned(params: readonly Param[]): Param[] {
    return params.filter(({ id }) => Object.hasOwn(this.values, id));
  }

  private note(param: Param, value: ParamValue): void {
    const { id, label } = param;
    this.kept.set(id, { id, label, text: canonicalText(param, value) });
  }
}

/** What the algorithm declares that a change brings; nothing where it brings none. */
function declaredAfter({ id, value }: Change): readonly Param[] {
  if (id === AQM.id) return queueDisciplineById(String(value)).params;
  return id === CC.id ? congestionControlById(String(value)).params : [];
}

/** All settings that a link names, wherever in it. */
export function namedInLink(settings: readonly Setting[]): ReadonlySet<string> {
  const names = settings.flatMap(({ key, text }) => {
    if (key === "set") return [String(parseChange(text)?.id)];
    return [key, ...entriesOf(text).keys()];
  });
  return new Set(names);
}

/** All settings that a file names: the keys of whatever it holds, and what its changes are of. */
export function namedInFile(json: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isObject(value)) return;
    if (typeof value.id === "string") names.add(value.id);
    for (const [key, inner] of Object.entries(value)) {
      names.add(key);
      look(inner);
    }
  };
  look(json);
  return names;
}

/** For people; empty where nothing is kept. */
export function keptWords(kept: readonly KeptSetting[], what: "link" | "file"): string {
  if (kept.length === 0) return "";
  const list = kept.map(({ label, text }) => `${label}: ${text}`).join("; ");
  return `This ${what} is from an earlier version. It keeps what held then (${list}).`;
}
