/** The menu of a registry: its entries under their headings, with the card of the chosen one a click away. */
import type { EnumParam, ParamValue } from "../../../engine/index.ts";
import type { Card } from "../../state/card.ts";
import { REGISTRIES, type RegistryName } from "../../state/choices.ts";
import { useUsable } from "../../state/permission.ts";
import { useBench } from "../../state/use-store.ts";
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
  const { param, refusal, kept } = useUsable(props.param ?? REGISTRIES[registry].choice);
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
      onAbout={shown === "" ? undefined : about}
      onPreview={(next) => onPreview(String(next))}
      onCommit={props.onCommit}
    />
  );
}
