import { memo, type ReactNode, useId, useMemo } from "react";
import { congestionControls, queueDisciplines, type Scenario } from "../../../engine/index.ts";
import { lockedControlsText } from "../../../teaching/document/change-rule.ts";
import { keeperOf, refusalFor } from "../../core/permission.ts";
import {
  commonCc,
  isTcp,
  type RailGroups,
  type RailParam,
  type RailPlace,
  railGroups,
  railShape,
  splitDetails,
  writeAqm,
  writeCc,
} from "../../core/rail.ts";
import { useRefusalToOpen } from "../../core/use-permission.ts";
import { useBench, useBenchState, useSettings } from "../../core/use-store.ts";
import { changesInWords } from "../../parts/words/run-labels.ts";
import { labelOf } from "../../parts/words/setting-differences.ts";
import { Button, IconButton } from "../../shared/Button.tsx";
import { useRovingTabindex } from "../../shared/roving-tabindex.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { AlgorithmChoice, WriteCustom } from "./AlgorithmChoice.tsx";
import { ComparePanel } from "./ComparePanel.tsx";
import { joinedNotes, useNowNote } from "./ControlHead.tsx";
import { FlowsTable } from "./FlowsTable.tsx";
import { FoldedParams, Params, ScenarioParam, useScenarioEdit } from "./ParamControl.tsx";
import { DerivedLine, PathControls } from "./PathControls.tsx";
import { SuggestionButton } from "./SuggestionButton.tsx";

const QUEUE: RailPlace = { scope: "queue" };
const FLOWS: RailPlace = { scope: "flows" };

/** Rendered again only when its groups change. Each control follows its own setting. */
export const ScenarioPanel = memo(function ScenarioPanel() {
  const groups = useRailGroups();
  const sender = splitDetails(groups.sender);
  const path = splitDetails(groups.path);
  const queue = splitDetails(groups.queue);
  const run = splitDetails(groups.run);
  const [first, second, ...others] = sender.usual;
  return (
    <section className="rail" aria-label="Controls">
      <KeptLine />
      <Group title="Sender" details={sender.details}>
        {first && <ScenarioParam {...first} />}
        {second && <ScenarioParam {...second} />}
        <CcControl />
        <CustomSender />
        <Params list={others} />
        <SuggestionButton place={FLOWS} />
      </Group>
      <Group title="Path" details={path.details}>
        <PathControls params={path.usual} />
      </Group>
      <Group title="Queue" details={queue.details}>
        <AqmControl />
        <WriteCustom place={CUSTOM_QUEUE} />
        <Params list={queue.usual} />
        <SuggestionButton place={QUEUE} />
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
      <Group title="Compare" name="compare">
        <ComparePanel />
      </Group>
      <FoldedParams title="TCP details" className="group group--folded" list={groups.tcp} />
    </section>
  );
});

const CUSTOM_QUEUE = { kind: "queue" } as const;
const FIRST_SENDER = { kind: "sender", flow: 0 } as const;

/**
 * The sender of the user's program. Shown only if there is a single group; otherwise each group has this in the list
 * of flows.
 */
function CustomSender() {
  const isOne = useSettings(({ flows }) => flows.length === 1 && flows.some(isTcp));
  return isOne ? <WriteCustom place={FIRST_SENDER} /> : null;
}

/**
 * The sentence that the URL or the guide locks some controls. It is shown once, instead of at each of forty controls.
 */
function KeptLine() {
  const keeper = useBenchState(keeperOf);
  return keeper === null ? null : <p className="control__note rail__kept">{lockedControlsText(keeper)}</p>;
}

function useRailGroups(): RailGroups {
  const { store } = useBench();
  const shape = useSettings((settings) => railShape(settings));
  return useMemo(() => {
    void shape;
    return railGroups(store.get().settings);
  }, [store, shape]);
}

interface GroupProps {
  readonly title: string;
  /** Name of the piece of the page, for URLs that hide it. */
  readonly name?: string;
  readonly details?: readonly RailParam[];
  readonly children: ReactNode;
}

function Group({ title, name, details = [], children }: GroupProps) {
  const titleId = useId();
  return (
    <section className={name === undefined ? "group" : `group group--${name}`} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
      <FoldedParams title="Details" className="details" list={details} />
    </section>
  );
}

function ResetAll() {
  const { edits } = useBench();
  const kept = useRefusalToOpen();
  return (
    <p className="compare__pin">
      <Button title="Can be undone" refusal={kept} onClick={() => edits.reset()}>
        Reset all
      </Button>
    </p>
  );
}

export function AqmControl() {
  const aqm = useBenchState((state) => state.settings.queue.aqm);
  const pinned = useBenchState((state) => state.pinned?.scenario.queue.aqm);
  const { preview, commit } = useScenarioEdit(writeAqm);
  const now = useNowNote((scenario) => labelOf(queueDisciplines, scenario.queue.aqm, scenario.programs));
  return (
    <AlgorithmChoice
      registry="queues"
      value={aqm}
      pinned={pinned === aqm ? undefined : pinned}
      note={now}
      onPreview={preview}
      onCommit={commit}
    />
  );
}

function ccText(scenario: Scenario): string | null {
  const cc = commonCc(scenario);
  return cc === "" ? "mixed" : cc && labelOf(congestionControls, cc, scenario.programs);
}

/** Renders nothing if no flow has a congestion control. */
export function CcControl() {
  const cc = useSettings((settings) => commonCc(settings));
  const pinned = useBenchState((state) =>
    state.pinned === null ? undefined : commonCc(state.pinned.scenario),
  );
  const { preview, commit } = useScenarioEdit(writeCc);
  const now = useNowNote(ccText);
  if (cc === null) return null;
  return (
    <AlgorithmChoice
      registry="senders"
      value={cc}
      pinned={pinned === cc || !pinned ? undefined : pinned}
      note={joinedNotes(
        now,
        cc === "" ? "Mixed: the flows differ. A choice here applies to all flows." : null,
      )}
      onPreview={preview}
      onCommit={commit}
    />
  );
}

/** The changes during the run that belong to the scenario. In a whole run, each can be removed. */
function ChangesList() {
  const { edits, store } = useBench();
  const scenario = useBenchState((state) => state.scenario);
  const changes = useMemo(() => changesInWords(scenario), [scenario]);
  const live = useBenchState((state) => state.mode === "live");
  const kept = useBenchState((state) =>
    state.scenario.changes.map(({ id }) => (refusalFor(state, id) === null ? "" : "kept")).join(),
  ).split(",");
  const list = useRovingTabindex("button", "column");
  if (changes.length === 0) return null;
  const remove = (index: number) => {
    const { scenario: now } = store.get();
    edits.edit({ ...now, changes: now.changes.filter((_, i) => i !== index) });
  };
  return (
    <div className="changes">
      <h3>Changes during the run</h3>
      <ol ref={list}>
        {changes.map(({ atS, text }, index) => (
          <li key={`${atS} ${text}`}>
            <span className="changes__time">{timeText(atS)}</span>
            <span>
              <SymbolText text={text} />
            </span>
            {!live && kept[index] === "" && (
              <IconButton
                icon="close"
                className="quiet"
                label={`Remove: ${timeText(atS)}`}
                onClick={() => remove(index)}
              />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function timeText(seconds: number): string {
  return `${Number(seconds.toFixed(3))} s`;
}
