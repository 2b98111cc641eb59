/** All settings of one link: its rate and delay, and its queue: as all links have it, or one of its own. */
import { useMemo } from "react";
import {
  declaredParams,
  type EnumParam,
  linkById,
  type Place,
  queueDisciplines,
  queueOfLink,
  resolvePath,
  setLinkAqm,
} from "../../../engine/index.ts";
import { REGISTRIES } from "../../state/choices.ts";
import { asAllWords } from "../../state/control-words.ts";
import { linkParamsAt } from "../../state/link-settings.ts";
import { railShape, splitDetails } from "../../state/rail.ts";
import { useBench, useBenchState, useSettings } from "../../state/use-store.ts";
import { labelOf } from "../setting-differences.ts";
import { AlgorithmChoice } from "./AlgorithmChoice.tsx";
import { FoldedParams } from "./FoldedParams.tsx";
import { ScenarioParam } from "./ScenarioParam.tsx";
import { SuggestionButton } from "./SuggestionButton.tsx";
import { useNowNote } from "./use-now-note.ts";

export function LinkEditor({ link }: { readonly link: string }) {
  const { store } = useBench();
  const path = useBenchState((state) => state.settings.path);
  const place = useMemo((): Place => ({ scope: "link", link }), [link]);
  const params = useMemo(() => {
    const { settings } = store.get();
    return splitDetails(linkParamsAt({ ...settings, path }, link).map((param) => ({ place, param })));
  }, [store, path, link, place]);
  return (
    <div className="lines__editor">
      {params.usual.map(({ param }) => (
        <ScenarioParam key={param.id} place={place} param={param} compact />
      ))}
      <FoldedParams title="Details" className="details" list={params.details} compact />
      <LinkQueue link={link} />
    </div>
  );
}

/** "As all" is no discipline of its own: a running link cannot go back to it. */
function queueChoice(common: string, canShare: boolean): EnumParam {
  const { choice } = REGISTRIES.queues;
  if (!canShare) return { ...choice, label: "Queue" };
  const label = labelOf(queueDisciplines, common);
  const shared = { value: "", ...asAllWords(label) };
  return { ...choice, label: "Queue", default: shared.value, options: [shared, ...choice.options] };
}

function LinkQueue({ link }: { readonly link: string }) {
  const { store, edits } = useBench();
  const live = useBenchState((state) => state.mode === "live");
  const common = useBenchState(({ settings }) => settings.queue.aqm);
  const own = useSettings((settings) => linkById(resolvePath(settings.path), link).queue?.aqm ?? null);
  const now = useNowNote((scenario) => labelOf(queueDisciplines, queueOfLink(scenario, link).aqm));
  const param = useMemo(() => queueChoice(common, !live || own === null), [common, live, own]);
  return (
    <>
      <AlgorithmChoice
        registry="queues"
        param={param}
        value={own ?? ""}
        shown={own ?? common}
        at={{ link }}
        note={now}
        compact
        onPreview={(next) => edits.preview(setLinkAqm(store.get().settings, link, next === "" ? null : next))}
        onCommit={() => edits.commit()}
      />
      {own !== null && <OwnQueueParams link={link} />}
    </>
  );
}

function OwnQueueParams({ link }: { readonly link: string }) {
  const { store } = useBench();
  const shape = useSettings((settings) => railShape(settings));
  const place = useMemo((): Place => ({ scope: "link-queue", link }), [link]);
  const params = useMemo(() => {
    void shape;
    return splitDetails(declaredParams(store.get().settings, place).map((param) => ({ place, param })));
  }, [store, shape, place]);
  return (
    <>
      {params.usual.map(({ param }) => (
        <ScenarioParam key={param.id} place={place} param={param} compact />
      ))}
      <SuggestionButton place={place} />
      <FoldedParams title="Details" className="details" list={params.details} compact />
    </>
  );
}
