/** One figure among the others: it looks for its result when it comes into sight. */
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Claim, Experiment } from "../../experiments/experiment.ts";
import { Thumbnail } from "../figures/Thumbnail.tsx";
import { SymbolText } from "../SymbolText.tsx";
import { FigureLink } from "./FigureLink.tsx";
import { placeWords } from "./library.ts";
import type { Loaded } from "./load-stored.ts";
import { useStored } from "./study.ts";

export function FigureCard({ experiment }: { readonly experiment: Experiment }) {
  const card = useRef<HTMLDivElement>(null);
  const loaded = useStored(experiment.id, useSeen(card));
  return (
    <div className="fig-card" ref={card}>
      <FigureLink id={experiment.id} className="fig-card__link">
        <span className="fig-card__where">{placeWords(experiment)}</span>
        <span className="fig-card__title">
          <SymbolText text={experiment.title} />
        </span>
      </FigureLink>
      <div className="fig-card__picture">
        {loaded !== null && loaded.stored !== null && <Thumbnail outcome={loaded.stored.outcome} />}
      </div>
      <p className="fig-card__claims">
        <Tally loaded={loaded} />
      </p>
    </div>
  );
}

function Tally({ loaded }: { readonly loaded: Loaded | null }) {
  if (loaded === null) return "…";
  if (loaded.stored === null) return "not published here; can be run";
  const { holding, all } = tally(loaded.stored.outcome.claims);
  if (all === 0) return "no statements to check";
  return (
    <>
      {all <= MOST_SIGNS && <Signs claims={loaded.stored.outcome.claims} />}
      {holding === all ? `all ${all} statements hold` : `${holding} of ${all} statements hold`}
    </>
  );
}

const MOST_SIGNS = 12;

function Signs({ claims }: { readonly claims: readonly Claim[] }) {
  return (
    <span className="fig-card__signs" aria-hidden="true">
      {claims.map(({ id, holds }) => (
        <span key={id} className={holds ? "verdict verdict--holds" : "verdict verdict--fails"}>
          {holds ? "✓" : "✗"}
        </span>
      ))}
    </span>
  );
}

export function tally(claims: readonly Claim[]): { holding: number; all: number } {
  return { holding: claims.filter(({ holds }) => holds).length, all: claims.length };
}

/** True from when the element first came near the window. */
function useSeen(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (watched === null || seen) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: "300px" },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, seen]);
  return seen;
}
