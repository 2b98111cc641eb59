/** All figures of all papers as cards: a small picture, what it is, and how much of it holds. */
import { useEffect, useId } from "react";
import { sumOfTallies, type Tally } from "../../experiments/claim-tally.ts";
import type { Experiment } from "../../experiments/experiment.ts";
import { countWords } from "../runs/time-words.ts";
import { SymbolText } from "../SymbolText.tsx";
import { tallyWords } from "./claim-words.ts";
import { FigureCard } from "./FigureCard.tsx";
import { FigureLink } from "./FigureLink.tsx";
import { type PapersView, type Shelf, shelvesOf } from "./library.ts";
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
        <p className="papers__sum">{sumWords(study.experiments, tallies)}</p>
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
function sumWords(experiments: readonly Experiment[], tallies: Tallies): string {
  const { paper } = sumOf(experiments, tallies);
  if (tallies === null || paper.all === 0) return "";
  const share = ((100 * paper.holding) / paper.all).toFixed(0);
  const missing = experiments.filter(({ id }) => !tallies.has(id)).length;
  const have = missing === 1 ? "has no results here and is" : "have no results here and are";
  const left = missing === 0 ? "" : ` ${countWords(missing, "figure")} ${have} not counted.`;
  return `${paper.holding} of the papers’ ${paper.all} claims hold (${share}\u00a0%). It is no blind test: some settings and readings were chosen with results in sight, as each figure’s notes say.${left}`;
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
        There is no figure “<SymbolText text={unknown.id} />” here.
        {unknown.near.length > 0 && " Was one of these meant? "}
        {unknown.near.map((id) => (
          <FigureLink key={id} id={id} className="papers__near">
            {id}
          </FigureLink>
        ))}
      </p>
    </section>
  );
}
