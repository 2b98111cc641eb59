/** All settings of one group of flows, and what can be done with it: copy, remove, or (live) stop now. */
import { useMemo } from "react";
import {
  copyFlow,
  declaredParams,
  flowCountParam,
  type Place,
  removeFlow,
  type Scenario,
  setCc,
  setParam,
  validateScenario,
} from "../../engine/index.ts";
import { CC_CHOICE, railShape, splitDetails } from "../state/rail.ts";
import { useBench, useBenchState } from "../state/use-store.ts";
import { FoldedParams } from "./FoldedParams.tsx";
import { ParamControl } from "./ParamControl.tsx";
import { ScenarioParam } from "./ScenarioParam.tsx";

interface FlowEditorProps {
  readonly index: number;
  /** The last group cannot be removed. */
  readonly only: boolean;
  onGone(): void;
}

export function FlowEditor({ index, only, onGone }: FlowEditorProps) {
  const { edits, store } = useBench();
  const live = useBenchState((state) => state.mode === "live");
  const shape = useBenchState((state) => railShape(state.settings));
  const place = useMemo((): Place => ({ scope: "flow", flow: index }), [index]);
  const params = useMemo(() => {
    void shape;
    const { settings } = store.get();
    const declared = index < settings.flows.length ? declaredParams(settings, place) : [];
    return splitDetails(declared.map((param) => ({ place, param })));
  }, [store, shape, place, index]);
  const edit = (change: (scenario: Scenario) => Scenario) => edits.edit(change(store.get().settings));
  const nowS = () => Math.ceil((store.get().run.snapshot?.nowS ?? 0) * 1000) / 1000;
  return (
    <div className="flows__editor">
      <FlowCount index={index} />
      <FlowCc index={index} />
      {params.usual.map(({ param }) => (
        <ScenarioParam key={param.id} place={place} param={param} compact />
      ))}
      <FoldedParams title="Details" className="details" list={params.details} compact />
      <div className="flows__acts">
        <button
          type="button"
          className="button"
          onClick={() => edit((scenario) => copyFlow(scenario, index))}
        >
          Copy
        </button>
        {live ? (
          <button
            type="button"
            className="button"
            onClick={() => edit((scenario) => setParam(scenario, place, "stop", nowS()))}
          >
            Stop now
          </button>
        ) : (
          <button
            type="button"
            className="button"
            disabled={only}
            onClick={() => {
              onGone();
              edit((scenario) => removeFlow(scenario, index));
            }}
          >
            Remove
          </button>
        )}
      </div>
    </div>
  );
}

function FlowCount({ index }: { readonly index: number }) {
  const { edits, store } = useBench();
  const count = useBenchState((state) => state.settings.flows[index]?.count ?? 1);
  const live = useBenchState((state) => state.mode === "live");
  const set = (value: number) => {
    const { settings } = store.get();
    const flows = settings.flows.map((flow, at) => (at === index ? { ...flow, count: value } : flow));
    edits.preview(validateScenario({ ...settings, flows }).scenario);
  };
  return (
    <ParamControl
      param={flowCountParam}
      value={count}
      compact
      refusal={live ? (flowCountParam.whyNotLive ?? null) : null}
      onPreview={(value) => set(Number(value))}
      onCommit={() => edits.commit()}
    />
  );
}

function FlowCc({ index }: { readonly index: number }) {
  const { edits, store } = useBench();
  const cc = useBenchState((state) => state.settings.flows[index]?.cc ?? "");
  return (
    <ParamControl
      param={CC_CHOICE}
      value={cc}
      compact
      bare
      onPreview={(value) => edits.preview(setCc(store.get().settings, index, String(value)))}
      onCommit={() => edits.commit()}
    />
  );
}
