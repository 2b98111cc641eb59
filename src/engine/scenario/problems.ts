/** Collects the problems in a scenario text, file or command-line option, and writes the messages for users. */
import { nearestNames } from "../params/nearest-names.ts";
import type { Param, ParamValue } from "../params/param.ts";
import { allowedText, faultOf, formatValue, orList, shown } from "../params/value-text.ts";
import type { Problem } from "./scenario.ts";

/** The part of the input that a field belongs to: "flow 2", "change 1"; empty if there is only one such part. */
type Owner = string;

interface Finding {
  readonly field: string;
  readonly given: string;
  readonly allowed: string;
  readonly used: string;
  readonly fault: string;
}

/** A setting that no longer exists. Old URLs and files may contain it, so the message tells the user what the simulator does now. */
interface RemovedSetting {
  readonly id: string;
  /** The removed value; absent if the whole setting was removed. */
  readonly value?: string;
  /** Current behaviour of the simulator, as text. */
  readonly now: string;
}

const REMOVED_SETTINGS: readonly RemovedSetting[] = [
  { id: "prague-version", now: "Prague works as in version 0.7 of its source" },
  { id: "bbr-budget", now: "the windows of BBRv2 and BBRv3 always have room for three bursts" },
  {
    id: "bbr-quantum",
    value: "version-1",
    now: "BBR sends in bursts as Linux does (kernel); segments of a burst that exceed the window are sent later",
  },
];

/** If a setting or value was removed, returns what the simulator does now, as text; otherwise null. */
export function removedSetting(id: string, value: string): string | null {
  const found = REMOVED_SETTINGS.find((one) => one.id === id && (one.value ?? value) === value);
  return found?.now ?? null;
}

/** Limit on the unknown names for which similar names are searched. Each search compares the name with all known names. */
const MOST_COMPARED = 20;
/** Limit on the unknown names that messages list. Further names are only counted. */
const MOST_NAMED = 100;

/** A list of problems. Each kind of problem has a method that adds it. */
export class Problems {
  private readonly found: Problem[] = [];
  private unknown = 0;

  get list(): Problem[] {
    const more = this.unknown - MOST_NAMED;
    if (more <= 0) return this.found;
    const fault = more === 1 ? "One more name is unknown" : `${more} more names are unknown`;
    const message = `${fault}; ${more === 1 ? "it was" : "they were"} left out.`;
    return [
      ...this.found,
      { field: "", given: "", allowed: "a known name", used: "nothing", fault, message },
    ];
  }

  /** Adds a problem. `fault` is the error as text; the message continues with the value that is used instead. */
  add(finding: Finding): void {
    this.found.push({ ...finding, message: `${finding.fault}; ${finding.used} is used.` });
  }

  leftOut(finding: Omit<Finding, "used">): void {
    this.found.push({ ...finding, used: "nothing", message: `${finding.fault}; it was left out.` });
  }

  /** Reports a value that a parameter does not allow, and the nearest allowed one. */
  notAllowed(owner: Owner, param: Param, given: string, used: ParamValue): void {
    if (this.removed(owner, param.id, given, formatValue(param, used))) return;
    const fault = inSentence(owner) + faultOf(param, given);
    const [allowed, taken] = [allowedText(param), formatValue(param, used)];
    this.add({ field: fieldOf(owner, param.id), given, allowed, used: taken, fault });
  }

  notAmong(owner: Owner, id: string, name: string, given: string, allowed: string, used: string): void {
    const fault = `${inSentence(owner)}${name} must be ${allowed}, got ${shown(given)}`;
    this.add({ field: fieldOf(owner, id), given, allowed, used, fault });
  }

  /** Reports a list with more than `most` items. Only the first ones are used. */
  tooMany(id: string, name: string, given: number, allowed: string, most: number): void {
    const fault = `${name} must be ${allowed}, got ${given}`;
    const used = `the first ${most}`;
    this.found.push({
      ...{ field: fieldOf("", id), given: String(given), allowed, used, fault },
      message: `${fault}; ${used} are used.`,
    });
  }

  /** Reports a wrong value that cannot be replaced by an allowed one. The item that contains it is left out. */
  dropped(owner: Owner, id: string, name: string, given: string, allowed: string): void {
    const fault = `${inSentence(owner)}${name} must be ${allowed}, got ${shown(given)}`;
    this.leftOut({ field: fieldOf(owner, id), given, allowed, fault });
  }

  /** Reports a name that does not exist in any scenario. */
  unknownName(owner: Owner, name: string, given: string, known: readonly string[]): void {
    if (this.removed(owner, name, given, "nothing")) return;
    if (++this.unknown > MOST_NAMED) return;
    const near = this.unknown > MOST_COMPARED ? [] : nearestNames(name, known);
    const what = `${inSentence(owner)}${owner === "" ? "N" : "n"}othing is called "${shown(name)}"`;
    const [allowed, hint] =
      near.length > 0 ? [orList(near), ` Did you mean ${orList(near)}?`] : ["a known name", ""];
    const message = `${what}; it was left out.${hint}`;
    const fault = hint === "" ? what : `${what}.${hint}`;
    this.found.push({ field: fieldOf(owner, shown(name)), given, allowed, used: "nothing", fault, message });
  }

  /** Reports a setting of an algorithm that this scenario does not use. The setting is ignored; nothing has to be corrected. */
  unused(owner: Owner, name: string, given: string, algorithm: string): void {
    const fault = `${inSentence(owner)}"${name}" is not a setting of ${algorithm}`;
    const message = `${fault}; it was left out.`;
    const field = fieldOf(owner, name);
    this.found.push({ field, given, allowed: "", used: "nothing", fault, message, harmless: true });
  }

  /** Reports a setting or value that no longer exists, and what the simulator does now. Returns false if the setting still exists. */
  private removed(owner: Owner, name: string, given: string, used: string): boolean {
    const now = removedSetting(name, given);
    if (now === null) return false;
    const fault = `${inSentence(owner)}"${name}=${shown(given)}" no longer exists`;
    const field = fieldOf(owner, name);
    const message = `${fault}: ${now}.`;
    this.found.push({ field, given, allowed: "", used, fault, message, harmless: true, isRemoved: true });
    return true;
  }
}

function fieldOf(owner: Owner, id: string): string {
  return owner === "" ? id : `${owner}: ${id}`;
}

function inSentence(owner: Owner): string {
  return owner === "" ? "" : `${capitalised(owner)}: `;
}

/** Returns the text with a capital letter at the start. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the prefix for the fields of a flow in messages: "flow 2"; empty if there is only one group. */
export function flowOwner(flow: number, flows: number): string {
  return flows === 1 ? "" : `flow ${flow + 1}`;
}
