/** The groups of flows, one line each; a line opens to its own settings. In live mode a flow that is added joins now. */
import { useState } from "react";
import { addFlow, congestionControls, type FlowSpec } from "../../engine/index.ts";
import { flowColour } from "../charts/flow-style.ts";
import { labelOf } from "../state/difference.ts";
import { useBench, useBenchState } from "../state/use-store.ts";
import { FlowEditor } from "./FlowEditor.tsx";
import { Icon } from "./Icon.tsx";

export function FlowsTable() {
  const { edits, store } = useBench();
  const flows = useBenchState((state) => state.settings.flows);
  const live = useBenchState((state) => state.mode === "live");
  const [open, setOpen] = useState<number | null>(null);
  const add = () => {
    const { settings, run } = store.get();
    const next = addFlow(settings, live ? startingAt(settings.flows[0], run.snapshot?.nowS ?? 0) : undefined);
    edits.edit(next);
    setOpen(live ? null : next.flows.length - 1);
  };
  const highlight = (highlightFlow: number | null) =>
    store.set(({ view }) => ({ view: { ...view, highlightFlow } }));
  const rows = flows.map((flow, index) => ({ flow, index, key: `group ${index}` }));
  return (
    <>
      <ul className="flows">
        {rows.map(({ flow, index, key }) => (
          <li
            key={key}
            onPointerEnter={() => highlight(flows.length > 1 ? firstFlowOf(flows, index) : null)}
            onPointerLeave={() => highlight(null)}
          >
            <FlowLine
              flow={flow}
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
      <button type="button" className="button" onClick={add}>
        {live ? "Add a flow now" : "Add a flow"}
      </button>
    </>
  );
}

/** Like the first flow, but it joins at the present time and goes on to the end. */
function startingAt(like: FlowSpec, startS: number): Partial<FlowSpec> {
  return {
    cc: like.cc,
    count: 1,
    params: { ...like.params, start: Math.ceil(startS * 1000) / 1000, stop: null },
  };
}

/** Index over all flows of the first member of a group: its hue everywhere. */
export function firstFlowOf(flows: readonly FlowSpec[], group: number): number {
  return flows.slice(0, group).reduce((sum, flow) => sum + flow.count, 0);
}

interface FlowLineProps {
  readonly flow: FlowSpec;
  readonly first: number;
  readonly open: boolean;
  onToggle(): void;
}

function FlowLine({ flow, first, open, onToggle }: FlowLineProps) {
  return (
    <button type="button" className="flows__line" aria-expanded={open} onClick={onToggle}>
      <span className="flows__dot" style={{ background: flowColour(first) }} />
      <span className="flows__name">{flowName(flow)}</span>{" "}
      <span className="flows__when">{flowTimes(flow)}</span>
      <Icon name="chevron" />
    </button>
  );
}

export function flowName(flow: FlowSpec): string {
  const name = labelOf(congestionControls, flow.cc);
  const ecn = flow.params.ecn === true ? ", ECN" : "";
  return `${flow.count > 1 ? `${flow.count} × ` : ""}${name}${ecn}`;
}

export function flowTimes(flow: FlowSpec): string {
  const { start, stop, size } = flow.params;
  if (typeof stop === "number" && typeof start === "number" && stop <= start) return "stops before it starts";
  if (typeof size === "number") return `from ${start} s, ${sizeText(size)}`;
  return `${start} s to ${typeof stop === "number" ? `${stop} s` : "end"}`;
}

function sizeText(bytes: number): string {
  if (bytes >= 1e6) return `${Number((bytes / 1e6).toPrecision(3))} MB`;
  if (bytes >= 1e3) return `${Number((bytes / 1e3).toPrecision(3))} kB`;
  return `${bytes} B`;
}
