/** All figures of all papers as cards: a small picture, the title, and how many claims hold. */

import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { basisOf, sumOfTallies, type Tally, tallyOf } from "../../../experiments/claim-tally.ts";
import type { Claim, Experiment } from "../../../experiments/experiment.ts";
import { counted, ofNumber } from "../../../lib/counted.ts";
import { Thumbnail } from "../../shared/figures/Thumbnail.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { shortTallyWords, tallyWords } from "./claims.ts";
import { FigureLink } from "./FigureLink.tsx";
import { usePapers, useStored, useTallies } from "./papers-store.ts";
import { type PapersView, placeWords, type Shelf, shelvesOf } from "./shelves.ts";
import type { Loaded } from "./stored-results.ts";

export function FigureCards({ unknown }: Pick<PapersView, "unknown">) {
  const study = usePapers();
  const shelves = shelvesOf(study.experiments);
  const tallies = useTallies();
  // Restores the scroll position after a visit to a figure.
  useEffect(() => {
    study.left = null;
    window.scrollTo(0, study.scrolledTo);
    const follow = () => {
      study.scrolledTo = window.scrollY;
    };
    window.addEventListener("scroll", follow, { passive: true });
    return () => window.removeEventListener("scroll", follow);
  }, [study]);
  return (
    <main className="papers" aria-label="Papers">
      <header className="papers__head">
        <h2>Papers reproduced</h2>
        <p>
          Every figure and table of the source papers, recomputed by this simulator, next to the numbers in
          the papers. Where they disagree, the page says so, and why if the cause is known. Press any point to
          open its run.
        </p>
        <p className="papers__sum">{sumLine(study.experiments, tallies)}</p>
      </header>
      {unknown !== null && <UnknownFigure unknown={unknown} />}
      {shelves.length === 0 && <p className="papers__none">This page contains no experiments.</p>}
      {shelves.map((shelf) => (
        <ShelfOf key={shelf.paper.id} shelf={shelf} tallies={tallies} />
      ))}
    </main>
  );
}

type Tallies = ReturnType<typeof useTallies>;

/** Returns the sum over the papers' own claims. Additional checks by this project are counted separately. */
function sumLine(experiments: readonly Experiment[], tallies: Tallies): string {
  const { paper } = sumOf(experiments, tallies);
  if (tallies === null || paper.all === 0) return "";
  return sumWords(paper, experiments.filter(({ id }) => !tallies.has(id)).length);
}

function sumOf(experiments: readonly Experiment[], tallies: Tallies): Tally {
  return sumOfTallies(experiments.map(({ id }) => tallies?.get(id)).filter((tally) => tally !== undefined));
}

interface ShelfOfProps {
  readonly shelf: Shelf;
  readonly tallies: Tallies;
}

function ShelfOf({ shelf: { paper, experiments }, tallies }: ShelfOfProps) {
  const titleId = useId();
  return (
    <section className="shelf" aria-labelledby={titleId}>
      <div className="shelf__head">
        <h3 id={titleId}>{paper.label}</h3>
        <p className="shelf__sum">{tallyWords(sumOf(experiments, tallies))}</p>
      </div>
      <p className="shelf__citation">{paper.citation}</p>
      <ul className="shelf__cards">
        {experiments.map((experiment) => (
          <li key={experiment.id}>
            <FigureCard experiment={experiment} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UnknownFigure({ unknown }: { readonly unknown: NonNullable<PapersView["unknown"]> }) {
  return (
    <section className="notice" role="status" aria-label="Notice">
      <p className="notice__title">
        <SymbolText text={noFigure(unknown.id, unknown.near.length > 0)} />
        {unknown.near.map((id) => (
          <FigureLink key={id} id={id} className="papers__near">
            {id}
          </FigureLink>
        ))}
      </p>
    </section>
  );
}

/** The card of one figure. It loads its result when it comes into view. */
function FigureCard({ experiment }: { readonly experiment: Experiment }) {
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
  if (loaded === null) return <span>…</span>;
  if (loaded.stored === null) return <span>not published here; can be run</span>;
  const { paper } = experiment;
  const { claims } = loaded.stored.outcome;
  const tally = tallyOf(claims, paper);
  const words = shortTallyWords(tally);
  if (words === "") return <span>no claims to check</span>;
  // The marks of a card count only the paper's claims if it has any, so that the project's own checks are not
  // mistaken for them.
  const basis = tally.paper.all > 0 ? "paper" : "ours";
  const signed = claims.filter((claim) => basisOf(claim, paper) === basis);
  return (
    <>
      {signed.length <= MOST_SIGNS && <Signs claims={signed} />}
      <span>{words}</span>
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

/** Returns true once the element has been near the window. */
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

/** Returns the sum of the papers' claims as text; `missing` is the number of figures without results. */
export function sumWords({ holding, all }: { holding: number; all: number }, missing: number): string {
  const share = ((100 * holding) / all).toFixed(0);
  const held = `${holding} of the papers’ ${counted(all, "claim")} ${ofNumber(all, "holds", "hold")} (${share}\u00a0%).`;
  const blind =
    "This is not a blind test: some settings and readings were chosen after seeing the results, as the notes of each figure say.";
  if (missing === 0) return `${held} ${blind}`;
  const [have, are] = [ofNumber(missing, "has", "have"), ofNumber(missing, "is", "are")];
  return `${held} ${blind} ${counted(missing, "figure")} ${have} no results here and ${are} not counted.`;
}

function noFigure(id: string, hasNear: boolean): string {
  const none = `There is no figure “${id}”.`;
  return hasNear ? `${none} Did you mean one of these?  ` : none;
}
