/** What a scene of a talk sets: the bench, the plots, and in which order they are revealed. */
import { nearestNames, parseQuantity, type Scenario, scenarioFromUrl } from "../engine/index.ts";
import { readCondition } from "./conditions.ts";
import type { DocumentProblem } from "./document.ts";
import { readLink } from "./links.ts";
import { parameterNamed, parameterNames } from "./parameters.ts";

export interface SceneSettings {
  /** What a link of the bench says after its "#": the run, the pinned one, the moment, the plots, what may be touched. */
  readonly link: string;
  /** Names of the plots that are seen. */
  readonly plots: readonly string[];
  /** Whether theory is drawn over them. */
  readonly theory: boolean;
  /** Whether vertical axes show everything, the slow-start peak included. */
  readonly peak: boolean;
  /** The stretch that the plots show, in s; null: the whole run. */
  readonly zoom: readonly [fromS: number, toS: number] | null;
  /** What is not seen at first: each press of a clicker shows what one of these lists names. */
  readonly reveal: readonly (readonly string[])[];
  /** Conditions that its run meets; a test asks them. */
  readonly holds: readonly string[];
}

export interface Line {
  readonly text: string;
  readonly line: number;
}

export interface SettingsReading {
  readonly settings: SceneSettings | null;
  readonly problems: readonly DocumentProblem[];
}

/** The usual ones where a scene names none. */
export const USUAL_PLOTS: readonly string[] = ["cwnd", "delay"];
export const MOST_PLOTS = 2;
const KEYS = ["state", "with", "zoom", "reveal", "holds"] as const;
type Key = (typeof KEYS)[number];
/** They stand once. */
const SINGLE: readonly Key[] = ["state", "with", "zoom"];
/** Who leads, and how the page is framed, is the talk's business. */
const NOT_IN_A_SCENE = ["lesson", "task", "hand-in", "talk", "guide-step", "embed", "present"];

/** `line`: of the scene. */
export function readSceneSettings(
  items: readonly Line[],
  plots: readonly string[],
  line: number,
): SettingsReading {
  const reader = new SceneReader(items);
  const link = reader.one("state", (text) => readState(text, plots), null);
  if (reader.found("state") === 0) reader.fault(line, 'The scene has no line "- state: [open](#v=2&…)".');
  const view = reader.one("with", readWith, []);
  const zoom = reader.one("zoom", readZoom, null);
  const { problems } = reader;
  if (link === null) return { settings: null, problems };
  const theory = view.includes("theory");
  const reveal = reader.all("reveal", (text) => readNames(text, revealable(link, theory)));
  const twice = reveal.flat().find((name, at, all) => all.indexOf(name) < at);
  if (twice !== undefined) reader.fault(line, `"${twice}" is revealed twice.`);
  const holds = reader.all("holds", (text) => readHolds(text, link.scenario));
  const settings = {
    link: link.text,
    plots: link.plots,
    theory,
    peak: view.includes("peak"),
    zoom,
    reveal,
    holds,
  };
  return { settings: problems.length === 0 ? settings : null, problems };
}

class SceneReader {
  readonly problems: DocumentProblem[] = [];
  readonly #items: { readonly key: string; readonly value: string; readonly line: number }[];

  constructor(items: readonly Line[]) {
    this.#items = items.map(({ text, line }) => {
      const [, key = "", value = ""] = /^([a-z]+):\s*(.*)$/s.exec(text) ?? [];
      return { key, value: value.trim(), line };
    });
    for (const [at, { key, line }] of this.#items.entries()) {
      if (!KEYS.some((known) => known === key))
        this.fault(line, `A line of a scene's list is "key: value" with one of ${KEYS.join(", ")}.`);
      else if (SINGLE.some((once) => once === key) && this.#items.findIndex((one) => one.key === key) < at)
        this.fault(line, `"${key}" stands twice; it may stand once.`);
    }
  }

  fault(line: number, message: string): void {
    this.problems.push({ line, message });
  }

  found(key: Key): number {
    return this.#items.filter((one) => one.key === key).length;
  }

  /** `read` throws a sentence. */
  one<T>(key: Key, read: (text: string) => T, otherwise: T): T {
    return this.all(key, read)[0] ?? otherwise;
  }

  all<T>(key: Key, read: (text: string) => T): T[] {
    return this.#items
      .filter((one) => one.key === key)
      .flatMap(({ value, line }) => {
        try {
          return [read(value)];
        } catch (error) {
          this.fault(line, `${key}: ${error instanceof Error ? error.message : String(error)}`);
          return [];
        }
      });
  }
}

interface SceneLink {
  readonly text: string;
  readonly scenario: Scenario;
  readonly isPinned: boolean;
  readonly plots: readonly string[];
}

function readState(written: string, plots: readonly string[]): SceneLink {
  const [, text] = /^(?:\[[^\]]*\]\()?<?[^#\s]*#([^\s)>]+)>?\)?$/.exec(written) ?? [];
  if (text === undefined) throw new Error('is a link of the bench, like "[open](#v=2&beta-ecn=0.8)"');
  const link = readLink(`#${text}`);
  if (link.to !== "bench") throw new Error("is a link of the bench, not one to a piece of the page");
  const { scenario, problems, view } = scenarioFromUrl(link.fragment);
  const pin = view.pin ?? "";
  const wrong = [...problems, ...(pin === "" ? [] : scenarioFromUrl(pin, []).problems)].filter(
    ({ harmless }) => harmless !== true,
  );
  if (wrong.length > 0) throw new Error(wrong[0].message);
  const foreign = NOT_IN_A_SCENE.find((key) => view[key] !== undefined);
  if (foreign !== undefined)
    throw new Error(`the link of a scene has no "${foreign}": that is the talk's own`);
  const shown = view.plots === undefined ? USUAL_PLOTS : readNames(view.plots, plots);
  if (shown.length > MOST_PLOTS)
    throw new Error(`a projector shows ${MOST_PLOTS} plots at most, got ${shown.length}`);
  const stranger = namesOf(view.touch ?? "").find((name) => parameterNamed(name, scenario) === null);
  if (stranger !== undefined) {
    const near = nearestNames(stranger, parameterNames(scenario));
    throw new Error(
      `touch: there is no control "${stranger}"${near.length > 0 ? `; ${near.join(" or ")}?` : ""}`,
    );
  }
  return { text: link.fragment, scenario, isPinned: pin !== "", plots: shown };
}

/** What such a scene may show later than its beginning. */
function revealable({ plots, isPinned, scenario }: SceneLink, theory: boolean): string[] {
  const flows = scenario.flows.reduce((sum, { count }) => sum + count, 0);
  return [
    "sentence",
    "result",
    ...plots,
    ...(isPinned ? ["pinned"] : []),
    ...(theory ? ["theory"] : []),
    ...Array.from(
      { length: Math.max(0, Math.min(flows, MOST_REVEALED_FLOWS) - 1) },
      (_, i) => `flow ${i + 2}`,
    ),
  ];
}

const MOST_REVEALED_FLOWS = 16;

function namesOf(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim().replace(/\s+/g, " "))
    .filter((name) => name !== "");
}

function readNames(text: string, allowed: readonly string[]): string[] {
  const names = namesOf(text);
  const unknown = names.find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    throw new Error(`there is no "${unknown}" here; there are ${allowed.join(", ")}`);
  return names;
}

function readWith(text: string): string[] {
  return readNames(text, ["theory", "peak"]);
}

function readZoom(text: string): readonly [number, number] {
  const [from, to] = text.split("..").map((part) => parseQuantity(part.trim(), "s"));
  if (typeof from === "number" && typeof to === "number" && from >= 0 && to > from) return [from, to];
  throw new Error(`is a stretch of the run, like 10s..14s; got "${text}"`);
}

/** Kept as it is written, when it can be read. */
function readHolds(text: string, scenario: Scenario): string {
  readCondition(text, scenario);
  return text;
}
