/** Single links of a path: what the topology says of each, and what was set by hand. */
import {
  type LinkSpec,
  linkById,
  linkParams,
  type Param,
  queueDisciplines,
  resolvePath,
  type Scenario,
} from "../../engine/index.ts";
import { labelOf, valueText } from "./difference.ts";

/** The parameters of a link, with what the topology says as the default: that is what a reset returns to. */
export function linkParamsAt({ path }: Scenario, link: string): Param[] {
  const isOfTopology = !path.links.some(({ id, from }) => id === link && from !== "");
  if (!isOfTopology) return [...linkParams];
  const untouched = { ...path, links: path.links.filter(({ id }) => id !== link) };
  const { params } = linkById(resolvePath(untouched), link);
  return linkParams.map((param) => ({ ...param, default: params[param.id] }) as Param);
}

/** "10 Mbps · 5 ms · RED": capacity and delay bare, the rest by name where there is any; a queue of the link's own. */
export function linkLine({ params, queue }: LinkSpec): string {
  const said = linkParams.flatMap((param) => {
    const value = params[param.id];
    if (param.id === "capacity" || (param.id === "delay" && value !== 0)) return [valueText(param, value)];
    if (value === 0 || value === "") return [];
    const name = param.label.toLowerCase();
    return [param.kind === "text" ? name : `${name} ${valueText(param, value)}`];
  });
  return [...said, ...(queue === null ? [] : [labelOf(queueDisciplines, queue.aqm)])].join(" · ");
}
