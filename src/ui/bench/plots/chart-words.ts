/** What the time plots say around names and numbers: the first plots need these words. */
import { counted } from "../../../experiments/counted.ts";

/** "so far, 13.9 of 100 s". */
export function soFarWords(nowS: number, endS: number): string {
  return `so far, ${nowS.toFixed(1)} of ${endS} s`;
}

/** By number. */
export function flowNumber(flow: number): string {
  return `flow ${flow + 1}`;
}

export function pinnedLabel(label: string): string {
  return `pinned: ${label}`;
}

/** Of a legend whose line has no room for all; `shown`: how many it has room for. */
export function restWords(rest: number, shown: number): string {
  return shown === 0 ? `key (${rest})` : `+ ${rest} more`;
}

export function moreFlows(others: number): string {
  return `and ${counted(others, "more flow")}`;
}

export function tableTitle(plot: string): string {
  return `Data table: ${plot}`;
}

/** `value`: "45". */
export function peakWords(value: string): string {
  return `peak ${value}`;
}

/** For the ear. `value`: with its unit. */
export function peakLabel(value: string): string {
  return `${peakWords(value)}: show the whole axis`;
}

/** Of a handle at a target or a capacity. */
export function targetValue(ms: number): string {
  return `target ${Number(ms.toPrecision(4))} ms`;
}

/** `link`: null where there is one only. */
export function capacityText(mbps: string, link: string | null): string {
  return link === null ? `capacity ${mbps} Mbps` : `capacity of ${link} ${mbps} Mbps`;
}

/** Of the handle at a drop. */
export function betaValue(beta: number): string {
  return `${beta.toFixed(2)}: keep ${Math.round(beta * 100)} % of cwnd on a mark`;
}

/** Of a line that shows what all flows send together; `link`: null where there is one only. */
export function togetherWords(link: string | null): string {
  return link === null ? "all" : `all over ${link}`;
}

/** `which`: "4th", of symbols that are thinned; null: of all. */
export function symbolWords(word: string, which: string | null): string {
  return which === null ? word : `every ${which} ${word}`;
}

/** What each drop in view leaves of cwnd, where all are alike. */
export function factorWords(factor: string): string {
  return `, cwnd ${factor}`;
}

/** For the ear: "cwnd in segments". */
export function spokenPlot(title: string, unit: string, summary: string): string {
  return `${title}${unit === "" ? "" : ` in ${unit}`}. ${summary}`;
}
