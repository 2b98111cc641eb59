/** All settings of one group of flows, and what can be done with it: copy, remove, or (live) stop now. */
import { useMemo } from "react";
import {
  addFlow,
  congestionControls,
  copyFlow,
  declaredParams,
  flowCountParam,
  type Param,
  type Place,
  removeFlow,
  type Scenario,
  setCc,
  setParam,
  setTraffic,
  validateScenario,
} from "../../../engine/index.ts";
import { disabledBecause } from "../../shared/because.ts";
import { entryOf } from "../../state/choices.ts";
import { isTcp, railShape, splitDetails } from "../../state/rail.ts";
import { useRefusal, useUsable } from "../../state/use-permission.ts";
import { useBench, useBenchState, useSettings } from "../../state/use-store.ts";
import { joiningAt } from "../flow-words.ts";
import { labelOf } from "../setting-differences.ts";
import { AlgorithmChoice } from "./AlgorithmChoice.tsx";
import { FoldedParams } from "./FoldedParams.tsx";
import { ParamControl } from "./ParamControl.tsx";
import { ScenarioParam } from "./ScenarioParam.tsx";
import { useNowNote } from "./use-now-note.ts";

interface FlowEditorProps {
  readonly index: number;
  /** The last group cannot be removed. */
  readonly only: boolean;
  onGone(): void;
}

export function FlowEditor({ index, only, onGone }: FlowEditorProps) {
  const { route, traffic, others, details } = useFlowParams(index);
  const place = useMemo((): Place => ({ scope: "flow", flow: index }), [index]);
  const controls = (list: readonly Param[]) =>
    list.map((param) => <ScenarioParam key={param.id} place={place} param={param} compact />);
  const folded = useMemo(() => details.map((param) => ({ place, param })), [details, place]);
  return (
    <div className="lines__editor">
      {controls(route)}
      <FlowCount index={index} />
      <FlowTraffic index={index} />
      {controls(traffic)}
      <FlowCc index={index} />
      {controls(others)}
      <FoldedParams title="Details" className="details" list={folded} compact />
      <FlowActs index={index} only={only} onGone={onGone} />
    </div>
  );
}

const ROUTE = "route";

interface FlowParams {
  /** Empty where there is nothing to choose. */
  readonly route: readonly Param[];
  readonly traffic: readonly Param[];
  readonly others: readonly Param[];
  readonly details: readonly Param[];
}

function useFlowParams(index: number): FlowParams {
  const { store } = useBench();
  const shape = useSettings((settings) => railShape(settings));
  return useMemo(() => {
    void shape;
    const { settings } = store.get();
    const flow = settings.flows[index];
    if (flow === undefined) return { route: [], traffic: [], others: [], details: [] };
    const place: Place = { scope: "flow", flow: index };
    const { usual, details } = splitDetails(
      declaredParams(settings, place).map((param) => ({ place, param })),
    );
    const ofTraffic = new Set(entryOf("traffic", flow.traffic).params.map(({ id }) => id));
    const params = usual.map(({ param }) => param);
    return {
      route: params.filter(
        (param) => param.id === ROUTE && param.kind === "enum" && param.options.length > 1,
      ),
      traffic: params.filter(({ id }) => ofTraffic.has(id)),
      others: params.filter(({ id }) => id !== ROUTE && !ofTraffic.has(id)),
      details: details.map(({ param }) => param),
    };
  }, [store, shape, index]);
}

function FlowActs({ index, only, onGone }: FlowEditorProps) {
  const { edits, store } = useBench();
  const live = useBenchState((state) => state.mode === "live");
  const kept = useRefusal("flows");
  const keptStop = useRefusal("stop");
  const edit = (change: (scenario: Scenario) => Scenario) => edits.edit(change(store.get().settings));
  const nowS = () => Math.ceil((store.get().run.snapshot?.nowS ?? 0) * 1000) / 1000;
  const copy = (scenario: Scenario) =>
    live ? addFlow(scenario, joiningAt(scenario.flows[index], nowS())) : copyFlow(scenario, index);
  const stop = (scenario: Scenario) => setParam(scenario, { scope: "flow", flow: index }, "stop", nowS());
  return (
    <div className="lines__acts">
      <button
        type="button"
        className="button"
        {...disabledBecause(kept)}
        onClick={() => kept === null && edit(copy)}
      >
        {live ? "Copy now" : "Copy"}
      </button>
      {live ? (
        <button
          type="button"
          className="button"
          {...disabledBecause(keptStop)}
          onClick={() => keptStop === null && edit(stop)}
        >
          Stop now
        </button>
      ) : (
        <button
          type="button"
          className="button"
          {...disabledBecause(
            kept ?? (only ? "The last flow stays: without one nothing would be sent" : null),
          )}
          onClick={() => {
            if (only || kept !== null) return;
            onGone();
            edit((scenario) => removeFlow(scenario, index));
          }}
        >
          Remove
        </button>
      )}
    </div>
  );
}

function FlowCount({ index }: { readonly index: number }) {
  const { edits, store } = useBench();
  const count = useSettings((settings) => settings.flows[index]?.count ?? 1);
  const { param, refusal, kept } = useUsable(flowCountParam, "flows");
  const set = (value: number) => {
    const { settings } = store.get();
    const flows = settings.flows.map((flow, at) => (at === index ? { ...flow, count: value } : flow));
    edits.preview(validateScenario({ ...settings, flows }).scenario);
  };
  return (
    <ParamControl
      param={param}
      value={count}
      compact
      refusal={refusal}
      kept={kept}
      onPreview={(value) => set(Number(value))}
      onCommit={() => edits.commit()}
    />
  );
}

function FlowTraffic({ index }: { readonly index: number }) {
  const { edits, store } = useBench();
  const traffic = useSettings((settings) => settings.flows[index]?.traffic ?? "");
  return (
    <AlgorithmChoice
      registry="traffic"
      value={traffic}
      at={{ flow: index }}
      compact
      onPreview={(next) => edits.preview(setTraffic(store.get().settings, index, next))}
      onCommit={() => edits.commit()}
    />
  );
}

/** Nothing where the traffic is no TCP. */
function FlowCc({ index }: { readonly index: number }) {
  const { edits, store } = useBench();
  const cc = useSettings((settings) => {
    const flow = settings.flows[index];
    return flow !== undefined && isTcp(flow) ? flow.cc : null;
  });
  const now = useNowNote(({ flows }) => flows[index] && labelOf(congestionControls, flows[index].cc));
  if (cc === null) return null;
  return (
    <AlgorithmChoice
      registry="senders"
      value={cc}
      at={{ flow: index }}
      note={now}
      compact
      onPreview={(next) => edits.preview(setCc(store.get().settings, index, next))}
      onCommit={() => edits.commit()}
    />
  );
}
