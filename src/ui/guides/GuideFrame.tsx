/**
 * The place on the bench of whoever leads through it: over the numbers where there is a column for them, a sheet at the
 * lower edge that folds where there is one column.
 */
import { type ReactNode, useEffect, useState } from "react";
import type { DocumentProblem } from "../../teaching/document.ts";
import { Spotlight, spotlight } from "../bench/markdown/Spotlight.tsx";
import { IconButton } from "../shared/Button.tsx";
import { Icon } from "../shared/Icon.tsx";
import { ProblemList } from "../shared/ProblemList.tsx";
import { SymbolText } from "../shared/SymbolText.tsx";

interface GuideFrameProps {
  readonly kind: "Lesson" | "Task" | "Talk";
  /** Null while it is fetched, and where it cannot be read. */
  readonly of: { readonly title: string; readonly lang: string } | null;
  /** Why it cannot be read. */
  readonly problems?: readonly DocumentProblem[];
  /** "2 of 5". */
  readonly progress?: string;
  /** Ends it; the bench stays as it is. */
  onLeave(): void;
  /** Stays in sight under what scrolls. */
  readonly foot?: ReactNode;
  readonly children?: ReactNode;
}

export function GuideFrame({ kind, of, problems = [], progress, onLeave, foot, children }: GuideFrameProps) {
  const isWrong = problems.length > 0;
  const { title, lang } = of ?? { title: isWrong ? "It cannot be read" : "Loading…", lang: "en" };
  const [folded, setFolded] = useState(false);
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
        <IconButton
          icon="close"
          className="quiet"
          label={`End the ${kind.toLowerCase()}`}
          onClick={onLeave}
        />
      </header>
      <div className="guide__body">
        {isWrong && (
          <div role="alert">
            <ProblemList problems={problems} />
          </div>
        )}
        {of === null && !isWrong && <p role="status">{`Loading the ${kind.toLowerCase()}…`}</p>}
        {(of !== null || isWrong) && children}
      </div>
      {foot !== undefined && <footer className="guide__foot">{foot}</footer>}
      <Spotlight />
    </section>
  );
}
