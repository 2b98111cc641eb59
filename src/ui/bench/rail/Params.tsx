/** Declared parameters, one control each. */
import type { RailParam } from "../../state/rail.ts";
import { ScenarioParam } from "./ScenarioParam.tsx";

export function Params({ list }: { readonly list: readonly RailParam[] }) {
  return list.map(({ place, param }) => <ScenarioParam key={param.id} place={place} param={param} />);
}
