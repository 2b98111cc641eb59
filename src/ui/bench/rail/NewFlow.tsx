/** Adds a flow: one to be set up in its own line, or in live mode one that joins the running network as chosen here. */
import { useMemo, useState } from "react";
import {
  addFlow,
  declaredParams,
  type EnumParam,
  type FlowSpec,
  type Scenario,
  setTraffic,
} from "../../../engine/index.ts";
import { disabledBecause } from "../../shared/because.ts";
import { REGISTRIES } from "../../state/choices.ts";
import { railShape } from "../../state/rail.ts";
import { useRefusal } from "../../state/use-permission.ts";
import { useBench, useBenchState, useSettings } from "../../state/use-store.ts";
import { joiningAt } from "../flow-words.ts";
import { ParamControl } from "./ParamControl.tsx";

/** `onAdded`: its group is there to be set up. */
export function NewFlow({ onAdded }: { onAdded(group: number): void }) {
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
    <button
      type="button"
      className="button"
      {...disabledBecause(kept)}
      onClick={() => kept === null && add()}
    >
      Add a flow
    </button>
  );
}

const { choice: TRAFFIC } = REGISTRIES.traffic;

/** With the sender and the round trip of the first flow, over the path's first route, from the start on. */
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
      <button type="button" className="button" onClick={add}>
        Add a flow now
      </button>
    </fieldset>
  );
}

/** Null where there is nothing to choose. */
function routeParam(scenario: Scenario): EnumParam | null {
  const route = declaredParams(scenario, { scope: "flow", flow: 0 }).find(({ id }) => id === "route");
  return route?.kind === "enum" && route.options.length > 1 ? route : null;
}
