/**
 * The panel of a guide on the bench: above the numbers if there is a column for them, otherwise a sheet at the lower edge that
 * can be folded.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { DocumentProblem } from "../../../teaching/document/document.ts";
import { Button, IconButton } from "../../shared/Button.tsx";
import { Icon } from "../../shared/Icon.tsx";
import { ProblemList } from "../../shared/ProblemList.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { Spotlight, spotlight } from "../markdown/Spotlight.tsx";
import "./guide.css";

interface GuideFrameProps {
  readonly kind: "Lesson" | "Lab" | "Task" | "Talk";
  /** The guide; null while it is loading, and if it cannot be read. */
  readonly document: { readonly title: string; readonly lang: string } | null;
  /** Reasons why the guide cannot be read. */
  readonly problems?: readonly DocumentProblem[];
  /** Progress as text: "2 of 5". */
  readonly progress?: string;
  /** Ends the guide; the bench keeps its state. Null if the guide cannot be ended. */
  readonly onLeave: (() => void) | null;
  /** Confirmation that the user must give before the guide ends; null if none is needed. */
  readonly asks?: string | null;
  /** Content below the scrolling part that is always visible. */
  readonly foot?: ReactNode;
  readonly children?: ReactNode;
}

export function GuideFrame({
  kind,
  document,
  problems = [],
  progress,
  onLeave,
  asks = null,
  foot,
  children,
}: GuideFrameProps) {
  const [asking, setAsking] = useState(false);
  const isWrong = problems.length > 0;
  const { title, lang } = document ?? { title: isWrong ? "It cannot be read" : "Loading…", lang: "en" };
  // In a wide window, a folded guide is lower and scrolls.
  const [folded, setFolded] = useState(false);
  useEffect(() => {
    void progress;
    setFolded(false);
  }, [progress]);
  useEffect(() => {
    let { folds } = spotlight.get();
    return spotlight.subscribe(() => {
      if (spotlight.get().folds > folds) setFolded(true);
      folds = spotlight.get().folds;
    });
  }, []);
  return (
    <section
      className={folded ? "guide guide--folded" : "guide"}
      aria-label={`${kind}: ${title.replaceAll("_", " ")}`}
    >
      <header className="guide__head">
        <p className="guide__name">
          <span className="guide__kind">{progress === undefined ? kind : `${kind} · ${progress}`}</span>
          <span className="guide__title" lang={lang}>
            <SymbolText text={title} />
          </span>
        </p>
        <button
          type="button"
          className="button button--icon guide__fold"
          aria-expanded={!folded}
          aria-label={`${kind}: ${folded ? "unfold" : "fold"}`}
          onClick={() => setFolded(!folded)}
        >
          <Icon name="chevron" />
        </button>
        {onLeave !== null && (
          <IconButton
            icon="close"
            className="quiet"
            label={`End the ${kind.toLowerCase()}`}
            onClick={asks === null ? onLeave : () => setAsking(true)}
          />
        )}
      </header>
      {asking && onLeave !== null && (
        <Leaving kind={kind} words={asks ?? ""} onLeave={onLeave} onStay={() => setAsking(false)} />
      )}
      <div className="guide__body">
        {isWrong && (
          <div role="alert">
            <ProblemList problems={problems} />
          </div>
        )}
        {document === null && !isWrong && <p role="status">{`Loading the ${kind.toLowerCase()}…`}</p>}
        {(document !== null || isWrong) && children}
      </div>
      {foot !== undefined && <footer className="guide__foot">{foot}</footer>}
      <Spotlight />
    </section>
  );
}

interface LeavingProps {
  readonly kind: string;
  readonly words: string;
  onLeave(): void;
  onStay(): void;
}

/** The confirmation, shown at the button that was clicked. Escape cancels it. */
function Leaving({ kind, words, onLeave, onStay }: LeavingProps) {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onStay();
  };
  return (
    <section className="guide__leaving" aria-label={`End the ${kind.toLowerCase()}?`} onKeyDown={onKeyDown}>
      <p role="alert">{words}</p>
      <p className="guide__choices">
        <Button ref={stay} onClick={onStay}>
          Go on
        </Button>
        <Button onClick={onLeave}>{`End the ${kind.toLowerCase()}`}</Button>
      </p>
    </section>
  );
}
