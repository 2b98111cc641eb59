/**
 * A message on runs without results. Runs that take long, or whose programs may not run, are computed only on request.
 */
import { counted } from "../../../lib/counted.ts";
import { Button } from "../../shared/Button.tsx";
import type { ShownRun } from "./notebook-store.ts";
import "./runs.css";

interface HeldRunsProps {
  readonly held: readonly string[];
  readonly onCompute: () => void;
}

export function HeldRuns({ held, onCompute }: HeldRunsProps) {
  if (held.length === 0) return null;
  return (
    <p className="notice" role="status">
      <span>{`${counted(held.length, "run")} not yet computed: all together would take long, or they contain programs that have not been allowed to run.`}</span>
      <Button onClick={onCompute}>{held.length === 1 ? "Compute it" : "Compute them"}</Button>
    </p>
  );
}

/** Sentence in place of the plots of a run without results. A run that has failed shows its problems instead. */
export function NoPlotsYet({ isHeld, problems }: Pick<ShownRun, "isHeld" | "problems">) {
  if (problems.length > 0) return null;
  return <p className="kept__waits">{isHeld ? "Not computed yet." : "Computing…"}</p>;
}
