/** Sentence and button for runs that take long and are therefore not computed without a request. */
import { counted } from "../../../lib/counted.ts";
import { Button } from "../../shared/Button.tsx";

interface HeldRunsProps {
  readonly held: number;
  readonly onCompute: () => void;
}

export function HeldRuns({ held, onCompute }: HeldRunsProps) {
  if (held === 0) return null;
  return (
    <p className="notice" role="status">
      {`${counted(held, "run")} not yet computed, because all together would take long.`}
      <Button onClick={onCompute}>{held === 1 ? "Compute it" : "Compute them"}</Button>
    </p>
  );
}
