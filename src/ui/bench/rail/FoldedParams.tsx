/** Parameters that few people need, folded away; unfolds by itself when one of them is not at its default. */
import { useState } from "react";
import { isAtDefault, type RailParam } from "../../state/rail.ts";
import { useSettings } from "../../state/use-store.ts";
import { ScenarioParam } from "./ScenarioParam.tsx";

interface FoldedParamsProps {
  readonly title: string;
  readonly className: string;
  readonly list: readonly RailParam[];
  readonly compact?: boolean;
}

export function FoldedParams({ title, className, list, compact = false }: FoldedParamsProps) {
  const changed = useSettings((settings) => list.some((param) => !isAtDefault(settings, param)));
  const [open, setOpen] = useState(changed);
  const [wasChanged, setWasChanged] = useState(changed);
  // Back at the default it stays open: a control must not vanish under the hand that resets it.
  if (changed !== wasChanged) {
    setWasChanged(changed);
    if (changed) setOpen(true);
  }
  if (list.length === 0) return null;
  return (
    <details className={className} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {list.map(({ place, param }) => (
        <ScenarioParam key={param.id} place={place} param={param} compact={compact} />
      ))}
    </details>
  );
}
