/** What follows from the settings, of the watched link: in packets, in bandwidth-delay products, in time. */
import { linkById, pathFacts, resolvePath, type Scenario } from "../../../engine/index.ts";
import { useBenchState, useSettings } from "../../state/use-store.ts";
import { delaySentence } from "./path-sentence.ts";

export function DerivedLine({ of }: { readonly of: "path" | "queue" }) {
  const watch = useBenchState((state) => state.watch);
  const text = useSettings((settings) => derived(settings, watch, of));
  return <p className="control__note control__note--derived">{text}</p>;
}

function derived(scenario: Scenario, watch: string | null, of: "path" | "queue"): string {
  const topology = resolvePath(scenario.path);
  const [first, ...others] = topology.links;
  const watched = others.some(({ id }) => id === watch) ? linkById(topology, String(watch)) : first;
  const at = others.length > 0 ? `${watched.label}: ` : "";
  return at + delaySentence(pathFacts(scenario, watched.id), of);
}
