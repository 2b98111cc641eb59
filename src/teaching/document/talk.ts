/**
 * A talk: a list of scenes for a projector. The file is Markdown with a head and one section per scene. The heading of a scene is
 * the sentence to show, its list of "key: value" lines says what is visible, and all other text is the speaker's notes.
 * docs/talks.md describes the format.
 */
import { nearestNames, parseQuantity, type Scenario, scenarioFromUrl } from "../../engine/index.ts";
import { readCondition } from "./conditions.ts";
import {
  type DocumentProblem,
  HeadReader,
  IDENTITY_KEYS,
  type Identity,
  identityLines,
  readDocument,
  readIdentity,
  type Section,
  type Token,
  type Tokens,
  tokensOf,
  unusedPrograms,
} from "./document.ts";
import { FilePrograms, type NamedProgram, PROGRAM_READER } from "./file-programs.ts";
import { readLink } from "./links.ts";
import { parameterNamed, parameterNames } from "./parameters.ts";

/** Settings of a scene: the state of the simulator, the plots, and the order in which parts become visible. */
interface SceneSettings {
  /** Text of a simulation URL after "#": the run, the pinned run, the time, the plots, the controls that may be used. */
  readonly link: string;
  /** Names of the visible plots. */
  readonly plots: readonly string[];
  /** True if theoretical values are drawn over the plots. */
  readonly theory: boolean;
  /** True if the vertical axes show all values, also the peak of slow start. */
  readonly peak: boolean;
  /** Time range of the plots (s); null for the whole run. */
  readonly zoom: readonly [fromS: number, toS: number] | null;
  /** Parts that are hidden at first. Each press of the remote control shows the parts of one list. */
  readonly reveal: readonly (readonly string[])[];
  /** Conditions that the scene's run must meet. A test checks them. */
  readonly holds: readonly string[];
}

export interface Scene extends SceneSettings {
  /** Sentence shown above the plots; "_" starts a subscript. */
  readonly sentence: string;
  /** The speaker's notes in Markdown. */
  readonly notes: string;
  /** Line in the file, from 1. */
  readonly line: number;
}

export interface Talk extends Identity {
  /** Markdown text before the first scene. */
  readonly opening: string;
  readonly scenes: readonly Scene[];
  readonly programs: readonly NamedProgram[];
}

export type TalkReading =
  | { readonly talk: Talk; readonly problems: readonly [] }
  | { readonly talk: null; readonly problems: readonly DocumentProblem[] };

const MOST_SCENES = 100;
export const LONGEST_SENTENCE = 240;
/** Plots of a scene that does not name any. */
export const USUAL_PLOTS: readonly string[] = ["cwnd", "delay"];
export const MOST_PLOTS = 2;
const MOST_REVEALED_FLOWS = 16;
const KEYS = { single: ["state", "with", "zoom"], many: ["reveal", "holds"] };
/** Keys of a URL that a scene must not contain, because the talk itself determines them. */
const NOT_IN_A_SCENE = ["lesson", "task", "hand-in", "talk", "guide-step", "embed", "present"];

/** Reads a talk. `plots` holds the names of all plots that a projector can show. */
export function readTalk(file: string, plots: readonly string[]): TalkReading {
  const { document, problems } = readDocument(file);
  if (document === null) return { talk: null, problems };
  const head = new HeadReader(document.head, { single: IDENTITY_KEYS, many: [] });
  const identity = readIdentity(head, "talk");
  const { sections, opening } = document;
  if (sections.length === 0)
    head.fault(0, 'There is no scene: a scene begins with a line "## " and its sentence.');
  if (sections.length > MOST_SCENES)
    head.fault(
      sections[MOST_SCENES].line,
      `There are ${sections.length} scenes; at most ${MOST_SCENES} are allowed.`,
    );
  const { programs } = document;
  const lines = file.split(/\r\n|\r|\n/);
  const page = { plots, programs };
  const scenes = sections.flatMap((section) => readScene(section, lines, page, head) ?? []);
  head.problems.push(...unusedPrograms(document));
  if (identity === null || head.problems.length > 0) return { talk: null, problems: head.problems };
  const talk = { ...identity, opening: textOf(opening), scenes, programs: programs.list };
  return { talk, problems: [] };
}

/** The names that the scenes of a talk may use. */
interface Nameable {
  readonly plots: readonly string[];
  readonly programs: FilePrograms;
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ raw }) => raw.trim()).join("\n\n");
}

function readScene(
  { title, line, tokens }: Section,
  lines: readonly string[],
  nameable: Nameable,
  head: HeadReader,
): Scene | null {
  const sentence = title.trim();
  if (sentence === "" || sentence.length > LONGEST_SENTENCE)
    head.fault(
      line,
      `The sentence of a scene has 1 to ${LONGEST_SENTENCE} characters; this one has ${sentence.length}.`,
    );
  const [list, ...notes] = tokens;
  if (list?.type !== "list") {
    head.fault(line, 'Below its sentence a scene has a list, with "- state: [open](#v=2&…)" in it.');
    return null;
  }
  const scene = sceneReader(list as Tokens.List, lines, line);
  const settings = readSettings(scene, nameable, line);
  head.problems.push(...scene.problems);
  return settings && { ...settings, sentence, notes: textOf(notes), line };
}

/** Reads the list of a scene as lines "key: value". The lines are counted here, because marked does not report them. */
function sceneReader({ items }: Tokens.List, lines: readonly string[], from: number): HeadReader {
  let at = from;
  const found = items.map(({ raw, text }) => {
    const first = raw.split("\n")[0].trim();
    const index = lines.findIndex((line, i) => i >= at && line.trim() === first);
    at = index < 0 ? at : index + 1;
    const [, key = "", value = ""] = /^([a-z]+):(.*)/s.exec(text.trim()) ?? [];
    return { key, value: value.trim(), line: at };
  });
  return new HeadReader(found, KEYS, {
    unknown: (_, known) => `A line of a scene's list must be "key: value" with one of ${known.join(", ")}.`,
  });
}

function readSettings(scene: HeadReader, nameable: Nameable, line: number): SceneSettings | null {
  const every = <T>(key: string, read: (text: string) => T) =>
    scene.every(key, read).map(({ value }) => value);
  const [link] = every("state", (text) => readState(text, nameable));
  if (scene.lineOf("state") === 0) scene.fault(line, 'The scene has no line "- state: [open](#v=2&…)".');
  const [view = []] = every("with", (text) => readNames(text, ["theory", "peak"]));
  const [zoom = null] = every("zoom", readZoom);
  if (link === undefined) return null;
  const theory = view.includes("theory");
  const reveal = every("reveal", (text) => readNames(text, revealable(link, theory)));
  const twice = reveal.flat().find((name, at, all) => all.indexOf(name) < at);
  if (twice !== undefined) scene.fault(line, `"${twice}" is revealed twice.`);
  // A condition that is right keeps its spelling.
  const holds = every("holds", (text) => {
    readCondition(text, link.scenario);
    return text;
  });
  if (scene.problems.length > 0) return null;
  return { link: link.text, plots: link.plots, theory, peak: view.includes("peak"), zoom, reveal, holds };
}

interface SceneLink {
  readonly text: string;
  readonly scenario: Scenario;
  readonly isPinned: boolean;
  readonly plots: readonly string[];
}

function readState(written: string, { plots, programs }: Nameable): SceneLink {
  const [, text] = /^(?:\[[^\]]*\]\()?<?[^#\s]*#([^\s)>]+)>?\)?$/.exec(written) ?? [];
  if (text === undefined) throw new Error('is a link of the bench, like "[open](#v=2&beta-ecn=0.8)"');
  const link = readLink(`#${text}`);
  if (link.to !== "bench")
    throw new Error("must be a link to a state of the simulator, not to a part of the page");
  const fragment = programs.resolve(link.fragment);
  const { scenario, problems, view } = scenarioFromUrl(fragment, PROGRAM_READER);
  const pin = view.pin ?? "";
  const wrong = [...problems, ...(pin === "" ? [] : scenarioFromUrl(pin, PROGRAM_READER, []).problems)].find(
    ({ harmless }) => harmless !== true,
  );
  if (wrong !== undefined) throw new Error(wrong.message);
  const foreign = NOT_IN_A_SCENE.find((key) => view[key] !== undefined);
  if (foreign !== undefined)
    throw new Error(`the link of a scene must not contain "${foreign}", because the talk sets it`);
  const shown = view.plots === undefined ? USUAL_PLOTS : readNames(view.plots, plots);
  if (shown.length > MOST_PLOTS)
    throw new Error(`a scene can show at most ${MOST_PLOTS} plots, got ${shown.length}`);
  const stranger = namesOf(view.touch ?? "").find((name) => parameterNamed(name, scenario) === null);
  if (stranger !== undefined) {
    const near = nearestNames(stranger, parameterNames(scenario));
    throw new Error(
      `touch: there is no control "${stranger}"${near.length > 0 ? `; ${near.join(" or ")}?` : ""}`,
    );
  }
  return { text: fragment, scenario, isPinned: pin !== "", plots: shown };
}

/** Returns the parts that a scene can show later, for a scene that is being written. */
export function partsToReveal({ link, theory }: Pick<WrittenScene, "link" | "theory">): string[] {
  const { scenario, view } = scenarioFromUrl(link, PROGRAM_READER);
  const plots = view.plots === undefined ? USUAL_PLOTS : namesOf(view.plots);
  return revealable({ plots, isPinned: (view.pin ?? "") !== "", scenario }, theory);
}

/** Returns the parts that a scene can show later. */
function revealable({ plots, isPinned, scenario }: Omit<SceneLink, "text">, theory: boolean): string[] {
  const flows = scenario.flows.reduce((sum, { count }) => sum + count, 0);
  const later = Math.max(0, Math.min(flows, MOST_REVEALED_FLOWS) - 1);
  return [
    "sentence",
    "result",
    "path",
    ...plots,
    ...(isPinned ? ["pinned"] : []),
    ...(theory ? ["theory"] : []),
    ...Array.from({ length: later }, (_, i) => `flow ${i + 2}`),
  ];
}

function namesOf(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim().replace(/\s+/g, " "))
    .filter((name) => name !== "");
}

function readNames(text: string, allowed: readonly string[]): string[] {
  const names = namesOf(text);
  const unknown = names.find((name) => !allowed.includes(name));
  if (unknown !== undefined) throw new Error(`there is no "${unknown}" here. Allowed: ${allowed.join(", ")}`);
  return names;
}

function readZoom(text: string): readonly [number, number] {
  const [from, to] = text.split("..").map((part) => parseQuantity(part.trim(), "s"));
  if (typeof from === "number" && typeof to === "number" && from >= 0 && to > from) return [from, to];
  throw new Error(`must be a time range of the run, like 10s..14s; got "${text}"`);
}

/** The visible parts of a scene. */
export interface Seen {
  readonly sentence: boolean;
  /** True if the line with the result of the run is visible. */
  readonly result: boolean;
  readonly pinned: boolean;
  readonly theory: boolean;
  /** Index of the first flow that is not drawn yet; null if all flows are visible. */
  readonly flowsBefore: number | null;
  readonly isPlotSeen: (name: string) => boolean;
}

/** Returns what is visible after the given number of presses. */
export function seenAfter({ reveal }: Pick<SceneSettings, "reveal">, presses: number): Seen {
  const waiting = new Set(reveal.slice(presses).flat());
  const flows = [...waiting].flatMap((name) => /^flow (\d+)$/.exec(name)?.[1] ?? []).map(Number);
  const isSeen = (name: string) => !waiting.has(name);
  return {
    sentence: isSeen("sentence"),
    result: isSeen("result"),
    pinned: isSeen("pinned"),
    theory: isSeen("theory"),
    flowsBefore: flows.length === 0 ? null : Math.min(...flows) - 1,
    isPlotSeen: isSeen,
  };
}

export const ALL_SEEN = seenAfter({ reveal: [] }, 0);

export type WrittenScene = Omit<Scene, "line" | "plots">;
export type WrittenTalk = Omit<Talk, "scenes"> & { readonly scenes: readonly WrittenScene[] };

/** Returns the canonical text. Reading it gives the same talk. */
export function writeTalk(talk: WrittenTalk): string {
  const programs = new FilePrograms(talk.programs);
  const head = ["---", ...identityLines("talk", { ...talk, title: inLine(talk.title) }), "---"].join("\n");
  const scenes = talk.scenes.map((scene) => sceneText({ ...scene, link: programs.name(scene.link) }));
  const blocks = programs.blocks(scenes).trimEnd();
  return `${joined([head, blocks, asNotes(talk.opening), ...scenes])}\n`;
}

function joined(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== "").join("\n\n");
}

function sceneText({ sentence, notes, link, theory, peak, zoom, reveal, holds }: WrittenScene): string {
  const seen = [...(theory ? ["theory"] : []), ...(peak ? ["peak"] : [])];
  const settings = [
    `- state: [open](#${asAddress(link)})`,
    ...(seen.length > 0 ? [`- with: ${seen.join(", ")}`] : []),
    ...(zoom === null ? [] : [`- zoom: ${zoom[0]}s..${zoom[1]}s`]),
    ...reveal.map((names) => `- reveal: ${names.join(", ")}`),
    ...holds.map((condition) => `- holds: ${condition}`),
  ];
  return joined([`## ${asSentence(sentence)}`, settings.join("\n"), asNotes(notes)]);
}

/** Escapes brackets in an address, because they would end the Markdown link. */
function asAddress(link: string): string {
  return link.replace(/[()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

function inLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Escapes "#" at the end of a heading, because Markdown would take it for the end mark of the heading. */
function asSentence(text: string): string {
  return inLine(text).replace(/(?<![\s#])[\s#]+$/, "");
}

/** Returns notes as Markdown. Text that would end the notes or start another scene is changed. */
function asNotes(markdown: string): string {
  return tokensOf(markdown.replace(/\r\n?/g, "\n"))
    .filter(({ type }) => type !== "space")
    .map(asBlock)
    .join("\n\n");
}

function asBlock(token: Token, place: number): string {
  const raw = token.raw.trim();
  switch (token.type) {
    case "heading":
      return token.depth === 2 ? `### ${asSentence(token.text)}` : raw;
    case "list":
      // A list with hyphens would be taken for a part of the scene's own list.
      return place === 0 ? raw.replace(/^- /gm, "* ").replace(/^-$/gm, "*") : raw;
    case "code":
      return closed(raw);
    case "html":
      // HTML is never shown as such, and a tag that is not closed would hide the scenes after it.
      return raw.replace(/^</gm, "&lt;");
    default:
      return raw;
  }
}

/** Closes a fenced block that is still open. It would hide the scenes after it. */
function closed(code: string): string {
  const [fence] = /^(?:`{3,}|~{3,})/.exec(code) ?? [];
  if (fence === undefined) return code;
  const last = code.split("\n").at(-1)?.trim() ?? "";
  return code.includes("\n") && last.startsWith(fence) ? code : `${code}\n${fence}`;
}
