/** Beside a figure: all others, by paper. Where there is no room for it the overview serves instead. */
import { memo, useEffect, useRef } from "react";
import type { Experiment } from "../../experiments/experiment.ts";
import { SymbolText } from "../shared/SymbolText.tsx";
import { FigureLink } from "./FigureLink.tsx";
import { placeWords, shelvesOf } from "./library.ts";
import { useStudy } from "./study.ts";

export const FigureRail = memo(function FigureRail({ experiment }: { readonly experiment: Experiment }) {
  const { experiments } = useStudy();
  const rail = useRef<HTMLElement>(null);
  useEffect(() => {
    rail.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <nav className="figure-rail" aria-label="Figures" ref={rail}>
      {shelvesOf(experiments).map(({ paper, experiments: own }) => (
        <section key={paper.id}>
          <h2>{paper.label}</h2>
          <ul>
            {own.map((one) => (
              <li key={one.id}>
                <FigureLink id={one.id} current={one.id === experiment.id} className="figure-rail__link">
                  {one.where !== "" && <span className="figure-rail__where">{placeWords(one)}</span>}
                  <span>
                    <SymbolText text={one.title} />
                  </span>
                </FigureLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
});
