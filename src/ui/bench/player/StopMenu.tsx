/** Beside play, in live mode: at what the run pauses by itself. */
import type { StopKind } from "../../../engine/index.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";

const STOPS: Readonly<Record<StopKind, string>> = {
  mark: "to a mark",
  loss: "to a loss",
  timeout: "to a timeout",
  join: "to a join",
};

export function StopMenu({ className }: { readonly className: string }) {
  const { player } = useBench();
  const stopAt = useBenchState((state) => state.playback.stopAt);
  const choose = (value: string) => player.setStopAt(value === "" ? null : (value as StopKind));
  return (
    <select
      className={`menu ${className}`}
      aria-label="Play until"
      title="Where the live run pauses by itself"
      value={stopAt ?? ""}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">to the end</option>
      {Object.entries(STOPS).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}
