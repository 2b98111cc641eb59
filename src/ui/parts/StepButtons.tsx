/** Undo and redo, with a button that returns to the start; used in the head of the page and of an embedded page. */
import type { ReactNode } from "react";
import { useBench, useBenchState } from "../core/use-store.ts";
import { disabledBecause, IconButton } from "../shared/Button.tsx";

/** `children`: the button that returns to the start. */
export function StepButtons({ children }: { readonly children: ReactNode }) {
  const { edits } = useBench();
  const canUndo = useBenchState((state) => edits.canTravel(state.past.at(-1)));
  const canRedo = useBenchState((state) => edits.canTravel(state.future.at(-1)));
  return (
    <span className="head__pair">
      <IconButton
        icon="undo"
        label="Undo"
        title="Undo (Ctrl+Z)"
        {...disabledBecause(canUndo ? null : "Nothing to undo")}
        onClick={() => edits.undo()}
      />
      <IconButton
        icon="redo"
        label="Redo"
        title="Redo (Ctrl+Shift+Z)"
        {...disabledBecause(canRedo ? null : "Nothing to redo")}
        onClick={() => edits.redo()}
      />
      {children}
    </span>
  );
}
