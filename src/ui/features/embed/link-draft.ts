/** The draft of a URL: how the page is shown, and which parts are visible and may be changed. */
import type { Scenario } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import { REGISTRIES } from "../../core/choices.ts";
import { type Frame, WHOLE_PAGE } from "../../core/page-options.ts";
import { type RailParam, railGroups } from "../../core/rail.ts";
import { PIECES } from "../../parts/pieces.ts";
import { isOff, PLOTS } from "../../plots/registry.ts";

export interface LinkDraft {
  readonly shownAs: "embed" | "bench" | "present";
  readonly hide: readonly string[];
  /** Plots that are off by default and are switched on. */
  readonly more: readonly string[];
  readonly touch: "all" | "some" | "none";
  /** Names of the parts that may be changed, if only some of them may. */
  readonly named: readonly string[];
  readonly theme: Frame["theme"];
  /** Origin of the embedding page as typed, if that page may control the run by messages. */
  readonly host: string;
  /** Size of the frame, in px. */
  readonly width: number;
  readonly height: number;
}

export const START_DRAFT: LinkDraft = {
  shownAs: "embed",
  hide: [],
  more: [],
  touch: "all",
  named: [],
  theme: null,
  host: "",
  width: 900,
  height: 640,
};

/** Minimum size of a frame, in px. */
export const SMALLEST = 200;
export const LARGEST = 4000;

/** Sizes that fit into web pages and slides. */
export const SIZES: readonly { readonly label: string; readonly width: number; readonly height: number }[] = [
  { label: "Phone", width: 360, height: 560 },
  { label: "Column of a page", width: 640, height: 560 },
  { label: "Page", width: 900, height: 640 },
  { label: "Whole width", width: 1200, height: 800 },
];

/**
 * Returns the origin of a web address: "https://course.example" for "https://course.example/week-3". Null if the text
 * has no origin.
 */
export function originOf(text: string): string | null {
  const given = text.trim();
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) return null;
  return new URL(given).origin;
}

export function frameOf({ shownAs, hide, more, touch, named, theme, host }: LinkDraft): Frame {
  const embed = shownAs === "embed";
  const origin = embed ? originOf(host) : null;
  return {
    ...WHOLE_PAGE,
    embed,
    present: shownAs === "present",
    // On a projector the plots are chosen there, so the URL hides none.
    hide: shownAs === "present" ? WHOLE_PAGE.hide : hide,
    more: shownAs === "present" ? WHOLE_PAGE.more : more,
    touch: touch === "all" ? null : touch === "none" ? [] : named,
    host: origin === null ? WHOLE_PAGE.host : [origin],
    theme,
  };
}

/** Returns whether a piece is a plot that is off by default. */
export function isOptionalPlot(piece: string): boolean {
  return PLOTS.some((plot) => plot.id === piece && isOff(plot));
}

/** Returns the draft of a single plot. `control` is the control that is shown next to the plot. */
export function plotDraft(
  plot: string,
  control: string | null,
): Pick<LinkDraft, "shownAs" | "hide" | "more" | "touch" | "named"> {
  const isOfStage = PLOTS.some(({ id, place }) => id === plot && place === "stage");
  const seen = [plot, ...(isOfStage ? [] : ["side"]), ...(control === null ? [] : ["rail"])];
  return {
    shownAs: "embed",
    hide: PIECES.map(({ id }) => id).filter((id) => !seen.includes(id) && !isOptionalPlot(id)),
    more: isOptionalPlot(plot) ? [plot] : [],
    touch: control === null ? "none" : "some",
    named: control === null ? [] : [control],
  };
}

export function withTick(list: readonly string[], id: string, on: boolean): readonly string[] {
  return on ? [...list.filter((one) => one !== id), id] : list.filter((one) => one !== id);
}

/**
 * Returns the code of a frame for the user's own page. The frame has the default permissions; a sandbox can be added
 * (docs/embedding.md).
 */
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

/** Length above which chats and mail programs cut a URL (characters). */
const LONGEST_SAFE = 2000;
/** Length above which a QR code is hard to read from the back of a room (characters). */
const LONGEST_FOR_A_ROOM = 500;

export function lengthWords(link: string): string {
  const count = `${counted(link.length, "character")}.`;
  if (link.length > LONGEST_SAFE) return `${count} Some chat and mail programs cut off links of this length.`;
  if (link.length > LONGEST_FOR_A_ROOM) return `${count} Its QR code works: show it on the full screen.`;
  return count;
}

interface Touchable {
  readonly id: string;
  /** Label with "_" before a subscript. */
  readonly label: string;
  /** True for controls that few users need. */
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
 * Returns the controls that a URL can allow, in the order of the rail, by their names in URLs. They are those of the
 * current run. Names of other runs' parameters can be added to the URL by hand.
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
