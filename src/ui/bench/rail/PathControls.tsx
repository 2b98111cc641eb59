/** The path's own controls: which path, its parameters, and single links where it has several. */
import { resolvePath, type Scenario, setTopology } from "../../../engine/index.ts";
import type { RailParam } from "../../state/rail.ts";
import { useBenchState, useSettings } from "../../state/use-store.ts";
import { AlgorithmChoice } from "./AlgorithmChoice.tsx";
import { DerivedLine } from "./DerivedLine.tsx";
import { LinksTable } from "./LinksTable.tsx";
import { Params } from "./Params.tsx";
import { useScenarioEdit } from "./ScenarioParam.tsx";

export function PathControls({ params }: { readonly params: readonly RailParam[] }) {
  const hasLinks = useSettings((settings) => hasLinksOfTheirOwn(settings, params));
  return (
    <>
      <TopologyControl />
      <Params list={params} />
      <DerivedLine of="path" />
      {hasLinks && <LinksTable />}
    </>
  );
}

/** A lone link is set at the path's own parameters, unless the path has none. */
function hasLinksOfTheirOwn({ path }: Scenario, params: readonly RailParam[]): boolean {
  return resolvePath(path).links.length > 1 || params.every(({ place }) => place.scope !== "path");
}

function writeTopology(scenario: Scenario, topology: string): Scenario {
  return scenario.path.topology === topology ? scenario : setTopology(scenario, topology);
}

function TopologyControl() {
  const topology = useBenchState((state) => state.settings.path.topology);
  const pinned = useBenchState((state) => state.pinned?.scenario.path.topology);
  const { preview, commit } = useScenarioEdit(writeTopology);
  return (
    <AlgorithmChoice
      registry="paths"
      value={topology}
      pinned={pinned === topology ? undefined : pinned}
      onPreview={preview}
      onCommit={commit}
    />
  );
}
