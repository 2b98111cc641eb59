/** Why something cannot be changed: who keeps it, and what is allowed. */
import { allowedText, type Param } from "../../engine/index.ts";
import { type ChangeRule, mayTouch, narrowed } from "../change-rule.ts";
import type { Made } from "../changes-made.ts";

/** What is no parameter, as it is called in a sentence. */
const NAMES: Readonly<Record<string, string>> = {
  path: "the path",
  aqm: "the queue discipline",
  cc: "the congestion control",
  traffic: "the traffic",
  flows: "the number of flows",
};

/** At the control itself. */
export function keptHere(by: string): string {
  return `${by} keeps this fixed.`;
}

/** Once for all controls. */
export function keepsGrey(by: string): string {
  return `${by} keeps fixed what is grey.`;
}

export function keepsRun(by: string): string {
  return `${by} keeps this run: another one cannot be opened here.`;
}

/** `param`: its declaration, where the change does not have it. */
export function breachWords(by: string, rule: ChangeRule, { id, param: own }: Made, param?: Param): string {
  const declared = own ?? param;
  const name = NAMES[id] ?? declared?.symbol ?? declared?.label ?? id;
  if (!mayTouch(rule, id)) return `${by} keeps ${name} fixed.`;
  if (declared !== undefined) return `${by} allows ${allowedText(narrowed(declared, rule))} for ${name}.`;
  const among = rule.choices?.get(id);
  return among === undefined ? `${by} bounds ${name}.` : `${by} allows ${among.join(", ")} for ${name}.`;
}
