/** All figures of all papers as cards: a small picture, what it is, and how much of it holds. */
import { useEffect, useId } from "react";
import { sumOfTallies, type Tally } from "../../experiments/claim-tally.ts";
import type { Experiment } from "../../experiments/experiment.ts";
import { SymbolText } from "../shared/SymbolText.tsx";
import { tallyWords } from "./claim-words.ts";
import { FigureCard } from "./FigureCard.tsx";
import { FigureLink } from "./FigureLink.tsx";
import { type PapersView, type Shelf, shelvesOf } from "./library.ts";
import { noFigure, sumWords } from "./paper-words.ts";
import { useStudy, useTallies } from "./study.ts";

export function Overview({ unknown }: Pick<PapersView, "unknown">) {
  const study = useStudy();
  const shelves = shelvesOf(study.experiments);
  const tallies = useTallies();
  // Back from a figure, the list is where it was left.
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
        <h2>The papers, made again</h2>
        <p>
          Every figure and table of the source papers, computed anew by this simulator, with the numbers their
          texts give beside ours. What does not agree is said, with the cause as far as it was found. Any
          point opens its run on the bench.
        </p>
        <p className="papers__sum">{sumLine(study.experiments, tallies)}</p>
      </header>
      {unknown !== null && <UnknownFigure unknown={unknown} />}
      {shelves.length === 0 && <p className="papers__none">No experiment is part of this page.</p>}
      {shelves.map((shelf) => (
        <ShelfOf key={shelf.paper.id} shelf={shelf} tallies={tallies} />
      ))}
    </main>
  );
}

type Tallies = ReturnType<typeof useTallies>;

/** Of the papers' claims alone: what we asked beyond them is counted at its place. */
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
