/** The menu of a registry: its entries under their headings, with the card of the chosen one a click away. */
import { type EnumParam, ownLabel, type ParamValue } from "../../../engine/index.ts";
import type { Card } from "../../state/card.ts";
import { REGISTRIES, type RegistryName } from "../../state/choices.ts";
import { algorithmAt, type CodePlace } from "../../state/code-place.ts";
import { useUsable } from "../../state/permission.ts";
import { useBench, useBenchState, useSettings } from "../../state/use-store.ts";
import { ParamControl } from "./ParamControl.tsx";

interface AlgorithmChoiceProps {
  readonly registry: RegistryName;
  /** The registry's own choice, unless there is more to choose from. */
  readonly param?: EnumParam;
  readonly value: string;
  /** The entry whose card opens; that of the value unless told otherwise. */
  readonly shown?: string;
  /** The place that is chosen for: a group of flows, a link; else the scenario's own. */
  readonly at?: Partial<Pick<Card, "flow" | "link">>;
  readonly pinned?: ParamValue | undefined;
  readonly note?: string | null;
  /** With its name beside it, for narrow places. */
  readonly compact?: boolean;
  onPreview(value: string): void;
  onCommit(): void;
}

export function AlgorithmChoice(props: AlgorithmChoiceProps) {
  const bench = useBench();
  const { registry, value, at, compact = false, onPreview } = props;
  const { shown = value } = props;
  const { param, refusal, kept } = useUsable(withOwn(props.param ?? REGISTRIES[registry].choice, value));
  const isOwn = ownLabel(shown) !== undefined;
  const about = () => bench.showCard({ registry, id: shown, flow: null, link: null, ...at });
  return (
    <ParamControl
      param={param}
      value={value}
      pinned={props.pinned}
      note={props.note ?? null}
      refusal={refusal}
      kept={kept}
      compact={compact}
      bare={!compact}
      onAbout={shown === "" || isOwn ? undefined : about}
      onPreview={(next) => onPreview(String(next))}
      onCommit={props.onCommit}
    />
  );
}

/** A program of one's own stands in the menu where it is chosen. */
function withOwn(param: EnumParam, value: string): EnumParam {
  const label = ownLabel(value);
  if (label === undefined) return param;
  const own = { value, label, help: "A program written beside the plots.", group: "Your own" };
  return { ...param, options: [...param.options, own] };
}

/** Leads to the program of a place, or to writing one, where the algorithm there, or its text, may be changed. */
export function WriteOwn({ place }: { readonly place: CodePlace }) {
  const bench = useBench();
  const isOwn = useSettings((settings) => ownLabel(algorithmAt(settings, place)) !== undefined);
  const { refusal, kept } = useUsable(REGISTRIES[place.kind === "queue" ? "queues" : "senders"].choice);
  const isLeft = useBenchState(({ bounds }) => {
    const code = bounds?.code;
    return code !== undefined && (place.kind === "queue" ? code.queue : code.flows.includes(place.flow));
  });
  if (!isLeft && (refusal !== null || kept)) return null;
  return (
    <p className="control__own">
      <button
        type="button"
        className="link"
        data-place={JSON.stringify(place)}
        onClick={() => bench.showCode(place)}
      >
        {isOwn ? "Edit its program" : `Write your own ${place.kind}`}
      </button>
    </p>
  );
}
