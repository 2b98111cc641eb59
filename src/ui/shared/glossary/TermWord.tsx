/** A term in a text: underlined with dots. Hover, focus or tap shows its meaning; Escape closes it. */
import { type ReactNode, use, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { Term } from "../../../engine/index.ts";
import { useEscape } from "../hooks.ts";
import { PaperContext } from "../paper-context.ts";
import { SymbolText } from "../SymbolText.tsx";

/** Arguments of `useRovingTabindex(...WORD_STOPS)` for an element with several terms, which then share one Tab stop. */
export const WORD_STOPS = [".term__word", "row"] as const;

interface TermWordProps {
  readonly term: Term;
  readonly children: ReactNode;
  /** Brackets and punctuation that stay on the term's line. */
  readonly lead?: string | undefined;
  readonly tail?: string | undefined;
}

/** A term with its tip. On paper it is plain text. */
export function TermWord(props: TermWordProps) {
  if (!use(PaperContext)) return <OpenedWord {...props} />;
  return (
    <>
      {props.lead ? <span>{props.lead}</span> : null}
      {props.children}
      {props.tail ? <span>{props.tail}</span> : null}
    </>
  );
}

function OpenedWord({ term, children, lead, tail }: TermWordProps) {
  const place = useRef<HTMLSpanElement>(null);
  const tipId = useId();
  const [shown, setShown] = useState(false);
  useEscape(shown, (event) => {
    // Escape closes only the tip, and not the dialog around it.
    event.preventDefault();
    event.stopPropagation();
    setShown(false);
  });
  useElsewhere(shown, place, setShown);
  return (
    <span
      ref={place}
      className="term"
      onPointerEnter={(event) => event.pointerType === "mouse" && setShown(true)}
      onPointerLeave={(event) => event.pointerType === "mouse" && setShown(false)}
    >
      {lead ? <span>{lead}</span> : null}
      <button
        type="button"
        className="term__word"
        aria-description={term.text}
        aria-describedby={shown ? tipId : undefined}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setShown(true)}
        onBlur={() => setShown(false)}
        onClick={() => setShown(true)}
      >
        {children}
      </button>
      {tail ? <span>{tail}</span> : null}
      {shown && <TermTip id={tipId} term={term} place={place} />}
    </span>
  );
}

/**
 * Closes the tip at a touch outside it, and when the term scrolls away, because the tip would stay at the old
 * position. Scrolls shorter than the term are ignored: a scroll that ended before the tip opened is reported in the
 * next frame, and a page that is scrolled to its end moves when content above it shrinks.
 */
function useElsewhere(
  active: boolean,
  place: { readonly current: Element | null },
  setShown: (shown: boolean) => void,
): void {
  useEffect(() => {
    const word = place.current;
    if (!active || word === null) return;
    const { top: opened, height } = word.getBoundingClientRect();
    const onScroll = () => {
      if (Math.abs(word.getBoundingClientRect().top - opened) > height) setShown(false);
    };
    const onPointerDown = (event: PointerEvent) => {
      if (!(event.target instanceof Node) || !word.contains(event.target)) setShown(false);
    };
    document.addEventListener("pointerdown", onPointerDown, true);
    document.addEventListener("scroll", onScroll, true);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown, true);
      document.removeEventListener("scroll", onScroll, true);
    };
  }, [active, place, setShown]);
}

interface TermTipProps {
  readonly id: string;
  readonly term: Term;
  readonly place: { readonly current: Element | null };
}

/** The tip is in the top layer, so that no dialog clips it. */
function TermTip({ id, term, place }: TermTipProps) {
  const tip = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = tip.current;
    const word = place.current?.getBoundingClientRect();
    if (element === null || word === undefined) return;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    const { left, top } = tipPlace(word, { width, height }, window);
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }, [place]);
  const { also = [] } = term;
  return (
    <span ref={tip} id={id} lang="en" popover="manual" role="tooltip" className="tip term__tip">
      <b>
        <SymbolText text={[term.term, ...also.slice(0, 1)].join(", ")} />
      </b>
      <SymbolText text={term.text} />
      <small>{term.source}</small>
    </span>
  );
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

const EDGE = 8;
/** Distance that leaves the line under the term visible. The style sheet bridges it for the pointer. */
const GAP = 5;

/** Returns the position of the tip: below the term, or above it if there is no room. */
export function tipPlace(
  word: Box,
  { width, height }: { readonly width: number; readonly height: number },
  { innerWidth, innerHeight }: { readonly innerWidth: number; readonly innerHeight: number },
): { readonly left: number; readonly top: number } {
  const left = Math.max(EDGE, Math.min(word.left, innerWidth - width - EDGE));
  const fitsBelow = word.bottom + GAP + height + EDGE <= innerHeight;
  return { left, top: fitsBelow ? word.bottom + GAP : Math.max(EDGE, word.top - GAP - height) };
}
