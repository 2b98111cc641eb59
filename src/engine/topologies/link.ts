/** A link of a topology, from what it says of it; the rest are the defaults of a link. */
import type { ParamValues } from "../params/param.ts";
import { LINK_PARAMS } from "./link-params.ts";
import type { LinkSpec } from "./topology.ts";

export const LINK_DEFAULTS: ParamValues = Object.fromEntries(
  LINK_PARAMS.map((param) => [param.id, param.default]),
);

export function link(ends: Pick<LinkSpec, "id" | "label" | "from" | "to">, params: ParamValues): LinkSpec {
  return { ...ends, params: { ...LINK_DEFAULTS, ...params }, queue: null };
}
