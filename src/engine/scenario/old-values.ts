/** What a link or file of version 1 means today: the settings that have changed their defaults since then, as they were. */

import { congestionControlById, queueDisciplineById } from "../algorithms.ts";
import type { Param, ParamValue, ParamValues } from "../params/param.ts";
import { canonicalText, shown } from "../params/value-text.ts";
import { withValue } from "./edit.ts";
import { ADDED_SINCE_1, DEFAULT_IN_1, FORMAT_VERSION } from "./format-versions.ts";
import { AQM, CC } from "./names.ts";
import { normalise } from "./normalise.ts";
import { textOf } from "./normalise-value.ts";
import { resolvePath } from "./path.ts";
import { declaredParams, type Place, valuesAt } from "./places.ts";
import type { Problems } from "./problems.ts";
import type { Change, Scenario } from "./scenario.ts";

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

/** What says no version is of version 1, which was not always written, unless it says nothing at all. */
export function readVersion(given: unknown, saysMore: boolean, problems: Problems): number {
  if (given === undefined) return saysMore ? 1 : FORMAT_VERSION;
  const text = textOf(given);
  if (text === "1" || text === String(FORMAT_VERSION)) return Number(text);
  const newer = /^\d+$/.test(text) && Number(text) > FORMAT_VERSION;
  const why = newer ? "; it comes from a newer version of this program" : "";
  const allowed = `1 or ${FORMAT_VERSION}`;
  const fault = `Format version must be ${allowed}, got ${shown(text)}${why}`;
  problems.add({ field: "v", given: text, allowed, used: `what version ${FORMAT_VERSION} knows`, fault });
  return FORMAT_VERSION;
}

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
  return { scenario: normalise(next), kept: [...old.kept.values()] };
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

/** For people; empty where nothing is kept. */
export function keptWords(kept: readonly KeptSetting[], what: "link" | "file"): string {
  if (kept.length === 0) return "";
  const list = kept.map(({ label, text }) => `${label}: ${text}`).join("; ");
  return `This ${what} is from an earlier version. It keeps what held then (${list}).`;
}
