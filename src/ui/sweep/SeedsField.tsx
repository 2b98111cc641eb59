/** How many runs each point is the mean of. */
import { useId } from "react";
import { TextField } from "./TextField.tsx";

interface SeedsFieldProps {
  readonly seeds: string;
  readonly error: string | null;
  onSeeds(seeds: string): void;
}

export function SeedsField({ seeds, error, onSeeds }: SeedsFieldProps) {
  const errorId = useId();
  return (
    <section className="group" aria-label="Seeds">
      <TextField
        label="Seeds at each point"
        short
        text={seeds}
        describedBy={errorId}
        isWrong={error !== null}
        onText={onSeeds}
      />
      <p className="control__error" id={errorId} role="alert">
        {error}
      </p>
    </section>
  );
}
