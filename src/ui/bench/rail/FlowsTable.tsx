/** The table of flow groups, one per line. A line opens to the group's settings. In live mode, an added flow joins now. */

import { useMemo, useState } from "react";
import {
  addFlow,
  congestionControls,
  copyFlow,
  declaredParams,
  type EnumParam,
  type FlowSpec,
  flowCountParam,
  type Param,
  type Place,
  readerOf,
  removeFlow,
  type Scenario,
  setCc,
  setParam,
  setTraffic,
  validateScenario,
} from "../../../engine/index.ts";
import { entryOf, REGISTRIES } from "../../core/choices.ts";
import { isTcp, railShape, splitDetails } from "../../core/rail.ts";
import { useRefusal, useUsable } from "../../core/use-permission.ts";
import { useBench, useBenchState, useSettings } from "../../core/use-store.ts";
import { groupNames } from "../../parts/words/flow-differences.ts";
import {
  firstFlowOf,
  flowName,
  flowRoute,
  flowsTotal,
  flowTimes,
  joiningAt,
  labelOf,
} from "../../parts/words/setting-differences.ts";
import { Button } from "../../shared/Button.tsx";
import { flowColour } from "../../shared/chart/colours.ts";
import { Icon } from "../../shared/Icon.tsx";
import { useRovingTabindex } from "../../shared/roving-tabindex.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { AlgorithmChoice, WriteCustom } from "./AlgorithmChoice.tsx";
import { groupsButton, useNowNote } from "./ControlHead.tsx";
import { FoldedParams, ParamControl, ScenarioParam } from "./ParamControl.tsx";

/** Number of groups that are listed initially. Further groups are hidden behind a button. */
const LISTED_GROUPS = 6;

export function FlowsTable() {
  const { store } = useBench();
  const flows = useBenchState((state) => state.settings.flows);
  const names = useMemo(() => {
    void flows;
    return flows.length > 1 ? groupNames(store.get().settings) : [];
  }, [store, flows]);
  const [open, setOpen] = useState<number | null>(null);
  const lines = useRovingTabindex(":scope > li > button", "column");
  const [all, setAll] = useState(false);
  const isLong = flows.length > LISTED_GROUPS + 1;
  const highlight = (highlightFlow: number | null) =>
    store.set(({ view }) => ({ view: { ...view, highlightFlow } }));
  const rows = flows.map((flow, index) => ({ flow, index, key: `group-${index}` }));
  return (
    <>
      {isLong && <p className="control__note">{flowsTotal(flows)}</p>}
      <ul className="lines" ref={lines}>
        {(all || !isLong ? rows : rows.slice(0, LISTED_GROUPS)).map(({ flow, index, key }) => (
          <li
            key={key}
            onPointerEnter={() => highlight(flows.length > 1 ? firstFlowOf(flows, index) : null)}
            onPointerLeave={() => highlight(null)}
            onFocus={() => highlight(flows.length > 1 ? firstFlowOf(flows, index) : null)}
            onBlur={() => highlight(null)}
          >
            <FlowLine
              flow={flow}
              index={index}
              name={names[index] ?? null}
              first={firstFlowOf(flows, index)}
              open={open === index}
              onToggle={() => setOpen(open === index ? null : index)}
            />
            {open === index && (
              <FlowEditor index={index} only={flows.length === 1} onGone={() => setOpen(null)} />
            )}
          </li>
        ))}
      </ul>
      {isLong && (
        <button type="button" className="link lines__all" onClick={() => setAll(!all)}>
          {groupsButton(all, LISTED_GROUPS, flows.length)}
        </button>
      )}
      <NewFlow
        onAdded={(index) => {
          setAll(true);
          setOpen(index);
        }}
      />
    </>
  );
}

interface FlowLineProps {
  readonly flow: FlowSpec;
  /** Index of the group. */
  readonly index: number;
  /** Name of the group in plots and numbers; null if it is the only one. */
  readonly name: string | null;
  readonly first: number;
  readonly open: boolean;
  onToggle(): void;
}

function FlowLine({ flow, index, name, first, open, onToggle }: FlowLineProps) {
  const route = useSettings((settings) => flowRoute(settings.path, flow));
  const programs = useSettings((settings) => settings.programs);
  const withoutEcn = useBenchState(
    ({ run }) =>
      run.snapshot?.results.flows.filter((one) => one.group === index && one.withoutEcn === true).length ?? 0,
  );
  const said = flowName(flow, programs, { withoutEcn });
  const times = flowTimes(flow);
  return (
    <button type="button" className="lines__line" aria-expanded={open} onClick={onToggle}>
      <span className="flows__dot" style={{ background: flowColour(first) }} />
      {name === null ? (
        <>
          <span className="lines__name">{said}</span>
          <span className="lines__more">{` ${times}`}</span>
        </>
      ) : (
        <span className="lines__two">
          <span className="lines__name">
            <SymbolText text={name} />
          </span>{" "}
          <span className="lines__more">{[said, route, times].filter(Boolean).join(" · ")}</span>
        </span>
      )}
      <Icon name="chevron" />
    </button>
  );
}

/** The settings and actions of one flow group: copy, remove, or (live) stop now. */
interface FlowEditorProps {
  readonly index: number;
  /** True for the last group, which cannot be removed. */
  readonly only: boolean;
  onGone(): void;
}

function FlowEditor({ index, only, onGone }: FlowEditorProps) {
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
  /** The route parameter; empty if the path has only one route. */
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
      <Button refusal={kept} onClick={() => edit(copy)}>
        {live ? "Copy now" : "Copy"}
      </Button>
      {live ? (
        <Button refusal={keptStop} onClick={() => edit(stop)}>
          Stop now
        </Button>
      ) : (
        <Button
          refusal={kept ?? (only ? "The last flow cannot be removed" : null)}
          onClick={() => {
            onGone();
            edit((scenario) => removeFlow(scenario, index));
          }}
        >
          Remove
        </Button>
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
    edits.preview(validateScenario({ ...settings, flows }, readerOf(settings)).scenario);
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

/** The congestion control of a group. Renders nothing if the traffic is not TCP. */
function FlowCc({ index }: { readonly index: number }) {
  const { edits, store } = useBench();
  const cc = useSettings((settings) => {
    const flow = settings.flows[index];
    return flow !== undefined && isTcp(flow) ? flow.cc : null;
  });
  const now = useNowNote(
    ({ flows, programs }) => flows[index] && labelOf(congestionControls, flows[index].cc, programs),
  );
  if (cc === null) return null;
  return (
    <>
      <AlgorithmChoice
        registry="senders"
        value={cc}
        at={{ flow: index }}
        note={now}
        compact
        onPreview={(next) => edits.preview(setCc(store.get().settings, index, next))}
        onCommit={() => edits.commit()}
      />
      <WriteCustom place={{ kind: "sender", flow: index }} />
    </>
  );
}

/** Called with the new group, so that its line can open. */
function NewFlow({ onAdded }: { onAdded(group: number): void }) {
  const { edits, store } = useBench();
  const live = useBenchState((state) => state.mode === "live");
  const kept = useRefusal("flows");
  if (live && kept === null) return <JoiningFlow />;
  const add = () => {
    const next = addFlow(store.get().settings, newFlow(store.get().settings));
    edits.edit(next);
    onAdded(next.flows.length - 1);
  };
  return (
    <Button refusal={kept} onClick={add}>
      Add a flow
    </Button>
  );
}

const { choice: TRAFFIC } = REGISTRIES.traffic;

/**
 * Returns a flow with the sender and the RTT of the first flow, over the path's first route, from the start of the
 * run.
 */
function newFlow({ flows: [first] }: Scenario): Partial<FlowSpec> {
  const { start: _, stop: _stop, route: _route, size: _size, ...params } = first.params;
  return { cc: first.cc, traffic: TRAFFIC.default, params };
}

function JoiningFlow() {
  const { edits, store } = useBench();
  const shape = useSettings((settings) => railShape(settings));
  const routes = useMemo(() => {
    void shape;
    return routeParam(store.get().settings);
  }, [store, shape]);
  const [traffic, setTrafficKind] = useState(TRAFFIC.default);
  const [route, setRoute] = useState("");
  const add = () => {
    const { settings, run } = store.get();
    const [like] = setTraffic({ ...settings, flows: settings.flows.slice(0, 1) }, 0, traffic).flows;
    const known = routes?.options.some((option) => option.value === route) ? route : "";
    const joining = joiningAt({ ...like, params: { ...like.params, route: known } }, run.snapshot?.nowS ?? 0);
    edits.edit(addFlow(settings, joining));
  };
  return (
    <fieldset className="joining">
      <legend className="unseen">New flow</legend>
      <ParamControl
        param={TRAFFIC}
        value={traffic}
        compact
        onPreview={(next) => setTrafficKind(String(next))}
        onCommit={() => undefined}
      />
      {routes !== null && (
        <ParamControl
          param={routes}
          value={route}
          compact
          onPreview={(next) => setRoute(String(next))}
          onCommit={() => undefined}
        />
      )}
      <Button onClick={add}>Add a flow now</Button>
    </fieldset>
  );
}

/** Returns the parameter that chooses the route; null if the path has only one route. */
function routeParam(scenario: Scenario): EnumParam | null {
  const route = declaredParams(scenario, { scope: "flow", flow: 0 }).find(({ id }) => id === "route");
  return route?.kind === "enum" && route.options.length > 1 ? route : null;
}
