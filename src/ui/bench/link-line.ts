/** A link of a path in one line. */
import { type LinkSpec, linkParams, queueDisciplines } from "../../engine/index.ts";
import { labelOf, valueText } from "./setting-differences.ts";

/** "10 Mbps · 5 ms · RED": capacity and delay bare, the rest by name where there is any; a queue of the link's own. */
export function linkLine({ params, queue }: LinkSpec): string {
  const said = linkParams.flatMap((param) => {
    const value = params[param.id];
    if (param.id === "capacity" || (param.id === "delay" && value !== 0)) return [valueText(param, value)];
    if (value === 0 || value === "" || value === false) return [];
    const name = param.label.toLowerCase();
    return [param.kind === "text" || param.kind === "boolean" ? name : `${name} ${valueText(param, value)}`];
  });
  return [...said, ...(queue === null ? [] : [labelOf(queueDisciplines, queue.aqm)])].join(" · ");
}
