/** The place at which the capacity and the target of a link are set: a control in the rail, or the link's own setting. */
import { declaredParams, type Param, type Place, resolvePath, type Scenario } from "../../engine/index.ts";

export interface Setting {
  readonly place: Place;
  readonly id: string;
}

const PATH: Place = { scope: "path" };
const QUEUE: Place = { scope: "queue" };

/**
 * Returns the path parameter that sets the link's capacity. If there is none (a fixed rate of the topology, or a link set by
 * hand), returns the link's own setting.
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

/**
 * Returns whether the link's capacity depends on this path parameter, by building the topology with a different
 * value.
 */
function follows({ path }: Scenario, link: string, { id }: Param): boolean {
  const value = path.params[id];
  if (typeof value !== "number") return false;
  const moved = resolvePath({ ...path, params: { ...path.params, [id]: value * 2 } });
  return capacityOf(moved.links, link) === value * 2;
}

function capacityOf(links: readonly { id: string; params: Scenario["run"] }[], id: string) {
  return links.find((link) => link.id === id)?.params.capacity;
}

/** Returns the setting of the link's target: that of the scenario's queue if the link has no queue of its own. */
export function targetSetting({ path }: Scenario, link: string): Setting {
  const own = resolvePath(path).links.find(({ id }) => id === link)?.queue ?? null;
  return { place: own === null ? QUEUE : { scope: "link-queue", link }, id: "target" };
}
