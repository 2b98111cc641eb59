/** What of the page is seen: a tick for each piece. */

import { PIECES } from "../state/pieces.ts";
import type { DraftProps } from "./LinkBuilder.tsx";
import { withTick } from "./link-draft.ts";

export function SeenFields({ draft, onDraft }: DraftProps) {
  const { hide } = draft;
  // The column goes with what stands in it.
  const pieces = PIECES.filter(({ id }) => id !== "side");
  return (
    <fieldset className="builder__part">
      <legend>Seen</legend>
      <div className="builder__ticks">
        {pieces.map(({ id, label }) => (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={!hide.includes(id)}
              onChange={({ currentTarget }) => onDraft({ hide: withTick(hide, id, !currentTarget.checked) })}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
