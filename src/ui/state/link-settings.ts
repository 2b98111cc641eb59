/** The settings of single links: what the topology says of each stands as the default. */
import { linkById, linkParams, type Param, resolvePath, type Scenario } from "../../engine/index.ts";

/** The parameters of a link, with what the topology says as the default: that is what a reset returns to. */
export function linkParamsAt({ path }: Scenario, link: string): Param[] {
  const isOfTopology = !path.links.some(({ id, from }) => id === link && from !== "");
  if (!isOfTopology) return [...linkParams];
  const untouched = { ...path, links: path.links.filter(({ id }) => id !== link) };
  const { params } = linkById(resolvePath(untouched), link);
  return linkParams.map((param) => ({ ...param, default: params[param.id] }) as Param);
}
