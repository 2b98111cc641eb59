/** Where the capacity and the target of a link are set: its twin in the rail, or the link's own setting. */
import { declaredParams, type Param, type Place, resolvePath, type Scenario } from "../../engine/index.ts";

export interface Setting {
  readonly place: Place;
  readonly id: string;
}

const PATH: Place = { scope: "path" };
const QUEUE: Place = { scope: "queue" };

/**
 * The path's parameter that the link's capacity follows; where there is none (a rate of the topology's own, a link that
 * was set by hand), the link's.
 */
export function capacitySetting(scenario: Scenario, link: string): Setting {
  const followed = declaredParams(scenario, PATH).find(
    (param) => isRate(param) && follows(scenario, link, param),
  );
  if (followed !== undefined) return { place: PATH, id: followed.id };
  return { place: { scope: "link", link }, id: "capacity" };
}

function isRate(param: Param): boolean {
  return param.kind === "number" && param.unit === "Mbps";
}

/** Whether the link has another capacity when the parameter has another value: topologies say so by what they build. */
function follows({ path }: Scenario, link: string, { id }: Param): boolean {
  const value = path.params[id];
  if (typeof value !== "number") return false;
  const moved = resolvePath({ ...path, params: { ...path.params, [id]: value * 2 } });
  return capacityOf(moved.links, link) === value * 2;
}

function capacityOf(links: readonly { id: string; params: Scenario["run"] }[], id: string) {
  return links.find((link) => link.id === id)?.params.capacity;
}

/** The scenario's queue, where the link has none of its own. */
export function targetSetting({ path }: Scenario, link: string): Setting {
  const own = resolvePath(path).links.find(({ id }) => id === link)?.queue ?? null;
  return { place: own === null ? QUEUE : { scope: "link-queue", link }, id: "target" };
}
