/** The editor of a program in place of the controls. */
import type { ReactNode } from "react";
import type { CodePlace } from "../../core/link-programs.ts";
import { useSlice } from "../../core/use-store.ts";
import { LazyPlace, lazyPart } from "../../shared/lazy.tsx";

interface EditorState {
  /** The place whose program is open; null if the controls are shown. */
  readonly place: CodePlace | null;
}

const CLOSED: EditorState = { place: null };

export const EDITOR = { id: "editor", initial: CLOSED };

const CodePanel = lazyPart(async () => (await import("./CodePanel.tsx")).CodePanel);

interface EditorOrControlsProps {
  /** The controls. */
  readonly children?: ReactNode;
}

export function EditorOrControls({ children }: EditorOrControlsProps) {
  const { place } = useSlice(EDITOR);
  if (place === null) return children;
  return (
    <LazyPlace part="The code" fallback={<section className="rail" />}>
      <CodePanel place={place} />
    </LazyPlace>
  );
}
