/** The path's controls: which path, its parameters, and single links if there are several. */

import { useMemo, useState } from "react";
import {
  type CustomPrograms,
  declaredParams,
  delayText,
  type EnumParam,
  linkById,
  linkParams,
  type Param,
  type Place,
  pathFacts,
  queueDisciplines,
  queueOfLink,
  resolvePath,
  type Scenario,
  setLinkAqm,
  setTopology,
} from "../../../engine/index.ts";
import { grouped } from "../../../lib/counted.ts";
import { REGISTRIES } from "../../core/choices.ts";
import { type RailParam, railShape, splitDetails } from "../../core/rail.ts";
import { useBench, useBenchState, useSettings } from "../../core/use-store.ts";
import { labelOf, linkLine } from "../../parts/words/setting-differences.ts";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";
import { Icon } from "../../shared/Icon.tsx";
import { useRovingTabindex } from "../../shared/roving-tabindex.ts";
import { AlgorithmChoice } from "./AlgorithmChoice.tsx";
import { asAllWords, linksWords, useNowNote } from "./ControlHead.tsx";
import { FoldedParams, Params, ScenarioParam, useScenarioEdit } from "./ParamControl.tsx";
import { SuggestionButton } from "./SuggestionButton.tsx";

export function PathControls({ params }: { readonly params: readonly RailParam[] }) {
  const hasLinks = useSettings((settings) => hasLinksOfTheirOwn(settings, params));
  return (
    <>
      <TopologyControl />
      <Params list={params} />
      <DerivedLine of="path" />
      {hasLinks && <LinksTable />}
    </>
  );
}

/**
 * Returns whether links have their own controls. A single link is set by the path's parameters, unless the path has
 * no parameters.
 */
function hasLinksOfTheirOwn({ path }: Scenario, params: readonly RailParam[]): boolean {
  return resolvePath(path).links.length > 1 || params.every(({ place }) => place.scope !== "path");
}

function writeTopology(scenario: Scenario, topology: string): Scenario {
  return scenario.path.topology === topology ? scenario : setTopology(scenario, topology);
}

function TopologyControl() {
  const topology = useBenchState((state) => state.settings.path.topology);
  const pinned = useBenchState((state) => state.pinned?.scenario.path.topology);
  const { preview, commit } = useScenarioEdit(writeTopology);
  return (
    <AlgorithmChoice
      registry="paths"
      value={topology}
      pinned={pinned === topology ? undefined : pinned}
      onPreview={preview}
      onCommit={commit}
    />
  );
}

/** The links of a path, one per line. A line opens to the link's settings and its queue. */
function LinksTable() {
  const { path, programs } = useBenchState((state) => state.settings);
  const [open, setOpen] = useState<string | null>(null);
  const lines = useRovingTabindex(":scope > li > button", "column");
  const { links } = resolvePath(path);
  const set = path.links.filter(({ from }) => from === "").length;
  const [count, byHand] = linksWords(links.length, set);
  return (
    <details className="details">
      <summary>
        <span>{count}</span>
        {set > 0 && <small>{byHand}</small>}
      </summary>
      <ul className="lines" ref={lines}>
        {links.map((link) => (
          <li key={link.id}>
            <button
              type="button"
              className="lines__line"
              aria-expanded={open === link.id}
              onClick={() => setOpen(open === link.id ? null : link.id)}
            >
              <span className="lines__name">{link.label}</span>{" "}
              <span className="lines__more">{linkLine(link, programs)}</span>
              <Icon name="chevron" />
            </button>
            {open === link.id && <LinkEditor link={link.id} />}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Returns the parameters of a link. Their defaults are the topology's values, which a reset restores. */
export function linkParamsAt({ path }: Scenario, link: string): Param[] {
  const isOfTopology = !path.links.some(({ id, from }) => id === link && from !== "");
  if (!isOfTopology) return [...linkParams];
  const untouched = { ...path, links: path.links.filter(({ id }) => id !== link) };
  const { params } = linkById(resolvePath(untouched), link);
  return linkParams.map((param) => ({ ...param, default: params[param.id] }) as Param);
}

/** The settings of one link: its rate and delay, and its queue, which is either the shared queue or the link's own. */
function LinkEditor({ link }: { readonly link: string }) {
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

/** "As all" is not a queue discipline, and a link cannot return to it during a run. */
function queueChoice(common: string, canShare: boolean, programs: CustomPrograms): EnumParam {
  const { choice } = REGISTRIES.queues;
  if (!canShare) return { ...choice, label: "Queue" };
  const label = labelOf(queueDisciplines, common, programs);
  const shared = { value: "", ...asAllWords(label) };
  return { ...choice, label: "Queue", default: shared.value, options: [shared, ...choice.options] };
}

function LinkQueue({ link }: { readonly link: string }) {
  const { store, edits } = useBench();
  const live = useBenchState((state) => state.mode === "live");
  const common = useBenchState(({ settings }) => settings.queue.aqm);
  const programs = useSettings((settings) => settings.programs);
  const own = useSettings((settings) => linkById(resolvePath(settings.path), link).queue?.aqm ?? null);
  const now = useNowNote((scenario) =>
    labelOf(queueDisciplines, queueOfLink(scenario, link).aqm, scenario.programs),
  );
  const param = useMemo(
    () => queueChoice(common, !live || own === null, programs),
    [common, live, own, programs],
  );
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

/** Values that follow from the settings for the watched link: in packets, in bandwidth-delay products, in time. */
export function DerivedLine({ of: which }: { readonly of: "path" | "queue" }) {
  const watch = useBenchState((state) => state.watch);
  const text = useSettings((settings) => derived(settings, watch, which));
  return (
    <p className="control__note control__note--derived">
      <GlossaryText text={text} />
    </p>
  );
}

function derived(scenario: Scenario, watch: string | null, quantity: "path" | "queue"): string {
  const topology = resolvePath(scenario.path);
  const [first, ...others] = topology.links;
  const watched = others.some(({ id }) => id === watch) ? linkById(topology, String(watch)) : first;
  const at = others.length > 0 ? `${watched.label}: ` : "";
  return at + delaySentence(pathFacts(scenario, watched.id), quantity);
}

interface PathFacts {
  readonly bdpPackets: number;
  readonly bufferBdp: number;
  readonly longestQueueS: number;
}

export function delaySentence(facts: PathFacts, place: "path" | "queue"): string {
  if (place === "path") return `bandwidth-delay product ${tenths(facts.bdpPackets)} packets`;
  return `buffer ${short(facts.bufferBdp)} × BDP · longest queue ${time(facts.longestQueueS)}`;
}

/**
 * Returns packets with one decimal. Explanations state the whole packets that a path holds, and a limit of one BDP is rounded to
 * whole packets: 266.7 agrees with the 266 of the first and the 267 of the second.
 */
function tenths(packets: number): string {
  return packets < 10 ? short(packets) : grouped(Math.round(packets * 10) / 10);
}

/** Returns two significant digits below ten, and whole numbers above. */
function short(value: number): string {
  if (value >= 10) return grouped(Math.round(value));
  return String(Number(value.toPrecision(2)));
}

function time(seconds: number): string {
  return seconds >= 1 ? `${short(seconds)} s` : delayText(seconds * 1000, short);
}
