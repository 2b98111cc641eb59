/** The groups of flows, one line each; a line opens to its own settings. In live mode a flow that is added joins now. */
import "../../shared/lines.css";
import { useMemo, useState } from "react";
import type { FlowSpec } from "../../../engine/index.ts";
import { flowColour } from "../../shared/chart/colours.ts";
import { Icon } from "../../shared/Icon.tsx";
import { useOneStop } from "../../shared/one-stop.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { groupsButton } from "../../state/control-words.ts";
import { useBench, useBenchState, useSettings } from "../../state/use-store.ts";
import { firstFlowOf, flowName, flowRoute, flowsTotal, flowTimes } from "../flow-words.ts";
import { groupNames } from "../numbers/flow-differences.ts";
import { FlowEditor } from "./FlowEditor.tsx";
import { NewFlow } from "./NewFlow.tsx";

/** So many groups are listed at once; with more, the rest is folded away. */
const LISTED_GROUPS = 6;

export function FlowsTable() {
  const { store } = useBench();
  const flows = useBenchState((state) => state.settings.flows);
  const names = useMemo(() => {
    void flows;
    return flows.length > 1 ? groupNames(store.get().settings) : [];
  }, [store, flows]);
  const [open, setOpen] = useState<number | null>(null);
  const lines = useOneStop(":scope > li > button", "column");
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
  /** As plots and numbers call it; null where it is the only one. */
  readonly name: string | null;
  readonly first: number;
  readonly open: boolean;
  onToggle(): void;
}

function FlowLine({ flow, name, first, open, onToggle }: FlowLineProps) {
  const route = useSettings((settings) => flowRoute(settings.path, flow));
  const times = flowTimes(flow);
  return (
    <button type="button" className="lines__line" aria-expanded={open} onClick={onToggle}>
      <span className="flows__dot" style={{ background: flowColour(first) }} />
      {name === null ? (
        <>
          <span className="lines__name">{flowName(flow)}</span> <span className="lines__more">{times}</span>
        </>
      ) : (
        <span className="lines__two">
          <span className="lines__name">
            <SymbolText text={name} />
          </span>{" "}
          <span className="lines__more">{[flowName(flow), route, times].filter(Boolean).join(" · ")}</span>
        </span>
      )}
      <Icon name="chevron" />
    </button>
  );
}
