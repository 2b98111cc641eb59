/** One figure among the others: it looks for its result when it comes into sight. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { basisOf, tallyOf } from "../../experiments/claim-tally.ts";
import type { Claim, Experiment } from "../../experiments/experiment.ts";
import { Thumbnail } from "../shared/figures/Thumbnail.tsx";
import { SymbolText } from "../shared/SymbolText.tsx";
import { shortTallyWords } from "./claim-words.ts";
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
        <Verdicts experiment={experiment} loaded={loaded} />
      </p>
    </div>
  );
}

function Verdicts({
  experiment,
  loaded,
}: {
  readonly experiment: Experiment;
  readonly loaded: Loaded | null;
}) {
  if (loaded === null) return "…";
  if (loaded.stored === null) return "not published here; can be run";
  const { paper } = experiment;
  const { claims } = loaded.stored.outcome;
  const tally = tallyOf(claims, paper);
  const words = shortTallyWords(tally);
  if (words === "") return "no claims to check";
  // Ours do not hide among the paper's: signs are of the paper's alone, where it has any.
  const basis = tally.paper.all > 0 ? "paper" : "ours";
  const signed = claims.filter((claim) => basisOf(claim, paper) === basis);
  return (
    <>
      {signed.length <= MOST_SIGNS && <Signs claims={signed} />}
      {words}
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
