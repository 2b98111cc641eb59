/** The controls that the lecturer wants: those that the link names, else the first one of the bench. */
import { useMemo } from "react";
import { AqmControl, CcControl } from "../bench/rail/ScenarioPanel.tsx";
import { ScenarioParam } from "../bench/rail/ScenarioParam.tsx";
import { type RailParam, railGroups, railShape } from "../state/rail.ts";
import { useBench, useBenchState, useSettings } from "../state/use-store.ts";

/** More would not be read from the last row. */
const MOST_KNOBS = 2;

export function ProjectorKnobs() {
  const wanted = useBenchState(({ frame }) => frame.touch);
  const params = useParams();
  const first = params.slice(0, 1).map(({ param }) => param.id);
  const names = (wanted ?? first).slice(0, MOST_KNOBS);
  return (
    <div className="projector__knobs">
      {names.map((name) => (
        <Knob key={name} name={name} params={params} />
      ))}
    </div>
  );
}

function Knob({ name, params }: { readonly name: string; readonly params: readonly RailParam[] }) {
  if (name === "aqm") return <AqmControl />;
  if (name === "cc") return <CcControl />;
  const found = params.find(({ param }) => param.id === name);
  return found && <ScenarioParam {...found} />;
}

/** All of the bench, what the page is about first; made anew only when there are others. */
function useParams(): readonly RailParam[] {
  const { store } = useBench();
  const shape = useSettings((settings) => railShape(settings));
  return useMemo(() => {
    void shape;
    return Object.values(railGroups(store.get().settings)).flat();
  }, [store, shape]);
}
