/** Header of an embedded page: undo, redo, reset, and a link that opens the whole page. */
import { useEffect, useRef } from "react";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { StepButtons } from "../../parts/StepButtons.tsx";
import { disabledBecause, IconButton } from "../../shared/Button.tsx";
import { fetched } from "../../shared/lazy.tsx";

export function EmbedHead() {
  const bench = useBench();
  // Handles messages of the page around this one. Only pages in a frame load this code; the "ready" message says when
  // it starts to listen.
  useEffect(() => {
    if (window.parent === window) return;
    const end = new AbortController();
    fetched("The part that answers the embedding page", import("./host-messages.ts")).then(
      ({ startHostPort }) => {
        if (!end.signal.aborted) end.signal.addEventListener("abort", startHostPort(bench, window));
      },
      (error: Error) => bench.notice({ id: "host", title: error.message, lines: [], link: null }),
    );
    return () => end.abort();
  }, [bench]);
  return (
    <header className="head head--embed">
      <h1 className="unseen">Sawtooth, a TCP, ECN and AQM simulator</h1>
      <StepButtons>
        <ToStart />
      </StepButtons>
      <WholePage />
    </header>
  );
}

function ToStart() {
  const { edits } = useBench();
  const canUndo = useBenchState((state) => edits.canTravel(state.past.at(-1)));
  return (
    <IconButton
      icon="reset"
      label="Reset"
      title="Reset (can be undone)"
      {...disabledBecause(canUndo ? null : "Nothing has been changed yet")}
      onClick={() => edits.toStart()}
    />
  );
}

/**
 * The link's address is computed only when the user is about to follow it, because a drag changes it with every
 * frame.
 */
function WholePage() {
  const bench = useBench();
  const link = useRef<HTMLAnchorElement>(null);
  const write = () => {
    if (link.current !== null) link.current.href = bench.url.benchLink();
  };
  return (
    <a
      ref={link}
      className="head__whole"
      href={bench.url.benchLink()}
      target="_blank"
      rel="noopener noreferrer"
      onPointerEnter={write}
      onPointerDown={write}
      onFocus={write}
      onClick={write}
    >
      Open in Sawtooth
      <span aria-hidden="true"> ↗</span>
      <span className="unseen"> (in a new tab)</span>
    </a>
  );
}
