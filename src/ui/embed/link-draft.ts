/** A link in the making: how the page is shown, what of it is seen, what may be touched. */
import type { Scenario } from "../../engine/index.ts";
import { counted } from "../../experiments/counted.ts";
import { PLOTS } from "../bench/plots/registry.ts";
import { REGISTRIES } from "../state/choices.ts";
import { type Frame, WHOLE_PAGE } from "../state/page-options.ts";
import { PIECES } from "../state/pieces.ts";
import { type RailParam, railGroups } from "../state/rail.ts";

export interface LinkDraft {
  readonly shownAs: "embed" | "bench" | "present";
  readonly hide: readonly string[];
  readonly touch: "all" | "some" | "none";
  /** What may be touched where that is some. */
  readonly named: readonly string[];
  readonly theme: Frame["theme"];
  /** As typed: the page around, where it is to set the run by messages. */
  readonly host: string;
  /** Of the frame, in px. */
  readonly width: number;
  readonly height: number;
}

export const START_DRAFT: LinkDraft = {
  shownAs: "embed",
  hide: [],
  touch: "all",
  named: [],
  theme: null,
  host: "",
  width: 900,
  height: 640,
};

/** Of a frame, in px. */
export const SMALLEST = 200;
export const LARGEST = 4000;

/** Sizes that pages and slides have room for. */
export const SIZES: readonly { readonly label: string; readonly width: number; readonly height: number }[] = [
  { label: "Phone", width: 360, height: 560 },
  { label: "Column of a page", width: 640, height: 560 },
  { label: "Page", width: 900, height: 640 },
  { label: "Whole width", width: 1200, height: 800 },
];

/** Where the page stands by itself, "https://course.example/week-3" is the page of "https://course.example". */
export function originOf(text: string): string | null {
  const given = text.trim();
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) return null;
  return new URL(given).origin;
}

export function frameOf({ shownAs, hide, touch, named, theme, host }: LinkDraft): Frame {
  const embed = shownAs === "embed";
  const origin = embed ? originOf(host) : null;
  return {
    ...WHOLE_PAGE,
    embed,
    present: shownAs === "present",
    // A projector chooses its plots by itself.
    hide: shownAs === "present" ? WHOLE_PAGE.hide : hide,
    touch: touch === "all" ? null : touch === "none" ? [] : named,
    host: origin === null ? WHOLE_PAGE.host : [origin],
    theme,
  };
}

/** One plot alone; `control`: with what moves it beside it. */
export function plotDraft(
  plot: string,
  control: string | null,
): Pick<LinkDraft, "shownAs" | "hide" | "touch" | "named"> {
  const isOfStage = PLOTS.some(({ id, place }) => id === plot && place === "stage");
  const seen = [plot, ...(isOfStage ? [] : ["side"]), ...(control === null ? [] : ["rail"])];
  return {
    shownAs: "embed",
    hide: PIECES.map(({ id }) => id).filter((id) => !seen.includes(id)),
    touch: control === null ? "none" : "some",
    named: control === null ? [] : [control],
  };
}

export function withTick(list: readonly string[], id: string, on: boolean): readonly string[] {
  return on ? [...list.filter((one) => one !== id), id] : list.filter((one) => one !== id);
}

/** For a page of one's own. What it may do is what such a frame may anyway; a sandbox can be added: docs/embedding.md. */
export function iframeCode(
  link: string,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const address = link
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  return `<iframe src="${address}" title="Sawtooth" width="${width}" height="${height}" style="max-width:100%;border:0" loading="lazy" allow="clipboard-write; fullscreen"></iframe>`;
}

/** Chats and mail programs cut off longer ones. */
const LONGEST_SAFE = 2000;
/** Finer codes are hard to read from the back of a room. */
const LONGEST_FOR_A_ROOM = 500;

export function lengthWords(link: string): string {
  const count = `${counted(link.length, "character")}.`;
  if (link.length > LONGEST_SAFE) return `${count} Some chats and mail programs cut off so long a link.`;
  if (link.length > LONGEST_FOR_A_ROOM) return `${count} Its QR code is fine: show it on the full screen.`;
  return count;
}

interface Touchable {
  readonly id: string;
  /** With "_" before a subscript. */
  readonly label: string;
  /** Few people need it. */
  readonly detail: boolean;
}

export interface TouchGroup {
  readonly title: string;
  readonly list: readonly Touchable[];
}

const choice = (name: keyof typeof REGISTRIES): Touchable => {
  const { id, label } = REGISTRIES[name].choice;
  return { id, label, detail: false };
};

/**
 * The controls that a link can leave to be touched, in the order of the rail, by their names in links. They are those of the
 * present run: another run may have other parameters, whose names a person can add to the link.
 */
export function touchGroups(scenario: Scenario): readonly TouchGroup[] {
  const { sender, path, queue, run, tcp } = railGroups(scenario);
  const known = new Set<string>();
  const groups: Record<string, readonly Touchable[]> = {
    Sender: [...touchables(sender), choice("senders")],
    Path: [choice("paths"), ...touchables(path)],
    Queue: [choice("queues"), ...touchables(queue)],
    Flows: [
      { id: "flows", label: "Number of flows", detail: false },
      choice("traffic"),
      { id: "start", label: "Start", detail: true },
      { id: "stop", label: "Stop", detail: true },
    ],
    Run: [
      ...touchables(run),
      { id: "presets", label: "Presets, Reset all, and runs of other screens", detail: false },
    ],
    "TCP details": touchables(tcp).map((one) => ({ ...one, detail: true })),
  };
  return Object.entries(groups)
    .map(([title, list]) => ({ title, list: list.filter(({ id }) => !known.has(id) && known.add(id)) }))
    .filter(({ list }) => list.length > 0);
}

function touchables(list: readonly RailParam[]): Touchable[] {
  return list.map(({ param: { id, symbol, label, detail = false } }) => ({
    id,
    label: symbol !== undefined && symbol !== label ? `${symbol}, ${label}` : label,
    detail,
  }));
}
