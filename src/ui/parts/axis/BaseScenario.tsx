/** The scenario that a sweep or a comparison varies. */
import { useId, useMemo } from "react";
import { type Scenario, scenarioToUrl } from "../../../engine/index.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { Button } from "../../shared/Button.tsx";
import { isPlainClick } from "../../shared/plain-click.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { scenarioWords } from "../words/setting-differences.ts";
import "../../shared/figures/figures.css";
import "./axis.css";

interface BaseScenarioProps {
  readonly base: Scenario;
  onTake(base: Scenario): void;
}

/** The scenario that is varied, with ways to choose another one. */
export function BaseScenario({ base, onTake }: BaseScenarioProps) {
  const bench = useBench();
  const titleId = useId();
  const onBench = useBenchState((state) => state.scenario);
  const isOther = useMemo(() => scenarioToUrl(onBench) !== scenarioToUrl(base), [onBench, base]);
  return (
    <section className="group" aria-labelledby={titleId}>
      <h2 id={titleId}>Scenario</h2>
      <p className="sweep-rail__base">
        <SymbolText text={scenarioWords(base)} />
      </p>
      <p className="sweep-rail__acts">
        <a
          className="strip__link"
          href={`#${scenarioToUrl(base)}`}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            bench.openRun(base);
          }}
        >
          Change it in the simulator
        </a>
        {isOther && (
          <Button look="small" onClick={() => onTake(onBench)}>
            Use the current run
          </Button>
        )}
      </p>
    </section>
  );
}
