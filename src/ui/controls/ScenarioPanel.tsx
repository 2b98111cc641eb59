/** The rail: loops over registries and declared parameters. It names no algorithm. */
import { type ReactNode, useId, useMemo } from "react";
import { pathFacts } from "../../engine/index.ts";
import { delaySentence } from "../state/path-sentence.ts";
import {
  AQM_CHOICE,
  CC_CHOICE,
  commonCc,
  type RailGroups,
  type RailParam,
  railGroups,
  railShape,
  splitDetails,
  writeAqm,
  writeCc,
} from "../state/rail.ts";
import { useBench, useBenchState } from "../state/use-store.ts";
import { ChangesList } from "./ChangesList.tsx";
import { ComparePanel } from "./ComparePanel.tsx";
import { FlowsTable } from "./FlowsTable.tsx";
import { FoldedParams } from "./FoldedParams.tsx";
import { ParamControl } from "./ParamControl.tsx";
import { ScenarioParam, useScenarioEdit } from "./ScenarioParam.tsx";

export function ScenarioPanel() {
  const groups = useRailGroups();
  const sender = splitDetails(groups.sender);
  const path = splitDetails(groups.path);
  const queue = splitDetails(groups.queue);
  const run = splitDetails(groups.run);
  const [first, second, ...others] = sender.usual;
  return (
    <section className="rail" aria-label="Controls">
      <Group title="Sender" details={sender.details}>
        {first && <ScenarioParam {...first} first />}
        {second && <ScenarioParam {...second} />}
        <CcControl />
        <Params list={others} />
      </Group>
      <Group title="Path" details={path.details}>
        <Params list={path.usual} />
        <DerivedLine of="path" />
      </Group>
      <Group title="Queue" details={queue.details}>
        <AqmControl />
        <Params list={queue.usual} />
        <DerivedLine of="queue" />
      </Group>
      <Group title="Flows">
        <FlowsTable />
      </Group>
      <Group title="Run" details={run.details}>
        <Params list={run.usual} />
        <ChangesList />
        <ResetAll />
      </Group>
      <Group title="Compare">
        <ComparePanel />
      </Group>
      <FoldedParams title="TCP details" className="group group--folded" list={groups.tcp} />
    </section>
  );
}

function useRailGroups(): RailGroups {
  const { store } = useBench();
  const shape = useBenchState((state) => railShape(state.settings));
  return useMemo(() => {
    void shape;
    return railGroups(store.get().settings);
  }, [store, shape]);
}

interface GroupProps {
  readonly title: string;
  readonly details?: readonly RailParam[];
  readonly children: ReactNode;
}

function Group({ title, details = [], children }: GroupProps) {
  const titleId = useId();
  return (
    <section className="group" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
      <FoldedParams title="Details" className="details" list={details} />
    </section>
  );
}

function Params({ list }: { readonly list: readonly RailParam[] }) {
  return list.map(({ place, param }) => <ScenarioParam key={param.id} place={place} param={param} />);
}

function ResetAll() {
  const { edits } = useBench();
  return (
    <p className="compare__pin">
      <button type="button" className="button" title="Can be undone" onClick={() => edits.reset()}>
        Reset all
      </button>
    </p>
  );
}

function AqmControl() {
  const aqm = useBenchState((state) => state.settings.queue.aqm);
  const pinned = useBenchState((state) => state.pinned?.scenario.queue.aqm);
  const { preview, commit } = useScenarioEdit(writeAqm);
  return (
    <ParamControl
      param={AQM_CHOICE}
      value={aqm}
      pinned={pinned === aqm ? undefined : pinned}
      bare
      onPreview={(value) => preview(String(value))}
      onCommit={commit}
    />
  );
}

function CcControl() {
  const cc = useBenchState((state) => commonCc(state.settings));
  const pinned = useBenchState((state) =>
    state.pinned === null ? undefined : commonCc(state.pinned.scenario),
  );
  const { preview, commit } = useScenarioEdit(writeCc);
  return (
    <ParamControl
      param={CC_CHOICE}
      value={cc}
      pinned={pinned === cc || pinned === "" ? undefined : pinned}
      note={cc === "" ? "mixed: the flows differ; a choice here reaches all of them" : null}
      bare
      onPreview={(value) => preview(String(value))}
      onCommit={commit}
    />
  );
}

/** What follows from the settings: in packets, in bandwidth-delay products, in time. */
function DerivedLine({ of }: { readonly of: "path" | "queue" }) {
  const text = useBenchState((state) => delaySentence(pathFacts(state.settings), of));
  return <p className="control__note control__note--derived">{text}</p>;
}
