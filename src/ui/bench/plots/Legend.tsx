/**
 * What the lines and symbols of a plot stand for, in one line. What that has no room for is not cut off: a button says how
 * much it is, and opens the whole with the full names.
 */
import { type RefObject, useEffect, useRef, useState } from "react";
import type { ChartNote } from "../../shared/chart/chart-model.ts";
import { numbered } from "../../shared/chart/chart-model.ts";
import { cssPaint } from "../../shared/chart/colours.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { restWords } from "./chart-words.ts";
import { fittingNotes } from "./legend-fit.ts";

export function Legend({ notes }: { readonly notes: readonly ChartNote[] }) {
  const box = useRef<HTMLSpanElement>(null);
  const inLine = notes.filter(({ isAside }) => !isAside);
  const shown = useFitting(box, inLine.length, inLine.length < notes.length);
  const rest = notes.length - shown;
  return (
    <span className="chart-notes" ref={box}>
      <span className="chart-notes-line">
        {numbered(inLine).map(([place, note]) => (
          <span key={place} className="chart-note" title={note.inFull} data-cut={place >= shown}>
            <Note note={note} text={note.text} />
          </span>
        ))}
      </span>
      {rest > 0 && <Rest notes={notes} words={restWords(rest, shown)} />}
    </span>
  );
}

/** How many notes the line has room for; the browser tells their widths, and no layout is waited for. */
function useFitting(box: RefObject<HTMLElement | null>, count: number, more: boolean): number {
  const [fitting, setFitting] = useState(count);
  useEffect(() => {
    const line = box.current?.firstElementChild;
    if (!box.current || !line) return;
    const sizes = new Map<Element, ResizeObserverSize>();
    const observer = new ResizeObserver((entries) => {
      for (const { target, borderBoxSize } of entries) sizes.set(target, borderBoxSize[0]);
      const [room, ...fits] = observed.map((element) => sizes.get(element)?.inlineSize ?? 0);
      const linePx = sizes.get(observed[1])?.blockSize ?? 0;
      setFitting(fittingNotes(fits, room, { more, linePx }));
    });
    const observed: Element[] = [box.current, ...[...line.children].slice(0, count)];
    for (const element of observed) observer.observe(element);
    return () => observer.disconnect();
  }, [box, count, more]);
  return Math.min(count, fitting);
}

function Rest({ notes, words }: { readonly notes: readonly ChartNote[]; readonly words: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {/* Out of the tab order until it was used: the group's other members always hold its one stop. */}
      <button
        type="button"
        className="chart-tool chart-notes-more"
        tabIndex={-1}
        aria-expanded={isOpen}
        title="All lines and symbols"
        onClick={() => setOpen((before) => !before)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !isOpen) return;
          event.stopPropagation();
          setOpen(false);
        }}
      >
        {words}
      </button>
      {isOpen && (
        <ul className="chart-legend" aria-label="All lines and symbols">
          {numbered(notes).map(([place, note]) => (
            <li key={place} className="chart-note">
              <Note note={note} text={note.inFull ?? note.text} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Note({ note: { paint, dash, glyph }, text }: { readonly note: ChartNote; readonly text: string }) {
  const colour = paint === undefined ? undefined : cssPaint(paint);
  return (
    <>
      {dash !== undefined && (
        <svg width="22" height="8" aria-hidden="true">
          <line x1="0" x2="22" y1="4" y2="4" strokeDasharray={dash.join(" ")} style={{ stroke: colour }} />
        </svg>
      )}
      {glyph !== undefined && (
        <span style={{ color: colour }} aria-hidden="true">
          {glyph}
        </span>
      )}
      <span>
        <SymbolText text={text} />
      </span>
    </>
  );
}
