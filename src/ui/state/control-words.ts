/** What controls say around their names and values, mostly to the ear. */
import { type EnumParam, formatValue, type Param } from "../../engine/index.ts";
import { counted, grouped } from "../../experiments/counted.ts";

/** `what`: the time of a change in mid-run. */
export function removeChangeLabel(what: string): string {
  return `Remove: ${what}`;
}

export function resetLabel(name: string): string {
  return `Reset ${name} to its default`;
}

export function helpLabel(name: string): string {
  return `Help: ${name}`;
}

export function aboutLabel(name: string): string {
  return `About this ${name.toLowerCase()}`;
}

export function unitLabel(name: string): string {
  return `${name}: unit`;
}

/** Of examples to begin with. */
export function startFromLabel(name: string): string {
  return `${name}: start from`;
}

export function stepLabel(name: string, sign: 1 | -1): string {
  return sign === 1 ? `${name}: a step more` : `${name}: a step less`;
}

/** `all`: whether all are listed now. */
export function groupsButton(all: boolean, listed: number, groups: number): string {
  return all ? `Show only ${counted(listed, "group")}` : `Show all ${counted(groups, "group")}`;
}

/** The queue of all links, as a choice for one of them. */
export function asAllWords(queue: string): Pick<EnumParam["options"][number], "label" | "help"> {
  return { label: `as all: ${queue}`, help: `The queue of all links: ${queue}.` };
}

/** "3 links, 1 set by hand"; the second stands smaller. */
export function linksWords(links: number, setByHand: number): readonly [string, string] {
  return [counted(links, "link"), setByHand > 0 ? `, ${setByHand} set by hand` : ""];
}

export function pinnedWords(value: string): string {
  return `pinned ${value}`;
}

/** Of the playhead. */
export function playheadWords(atS: number, durationS: number): string {
  return `${atS.toFixed(durationS < 200 ? 2 : 1)} s of ${durationS} s`;
}

/** What a field allows; undefined where that needs no word. */
export function rangeText(param: Param): string | undefined {
  if (param.kind === "number") {
    const none = param.noneLabel === undefined ? "" : ` or "${param.noneLabel}"`;
    return `${formatValue(param, param.min)} to ${formatValue(param, param.max)}${none}`;
  }
  if (param.kind === "size") return `${param.minPackets} to ${grouped(param.maxPackets)} packets, or bytes`;
  if (param.kind === "text") return param.allowed;
  return undefined;
}
