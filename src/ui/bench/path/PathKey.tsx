/** The legend below the path: a dash for a number of packets, a diamond for a packet with a signal, a box for a SYN. */
import { useMemo, useSyncExternalStore } from "react";
import { PACKET_KIND, type PathState } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import type { RunView } from "../../core/run-view.ts";
import { useBench } from "../../core/use-store.ts";
import { cssPaint, type Paint } from "../../shared/chart/colours.ts";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";
import { WORD_STOPS } from "../../shared/glossary/TermWord.tsx";
import { useRovingTabindex } from "../../shared/roving-tabindex.ts";
import { barWidths, isBand } from "./packets.ts";
import type { PathScene, PathStates, PathStripProps } from "./scene.ts";

interface PathKeyProps {
  readonly strip: PathStripProps;
  readonly widthPx: number;
  readonly scene: PathScene;
}

export function PathKey({ strip, widthPx, scene }: PathKeyProps) {
  const { run, pathStates } = strip;
  const seen = useSeen(pathStates, run.snapshot.links.length, scene);
  const words = useRovingTabindex(...WORD_STOPS);
  return (
    <ul className="path-key" aria-label="Legend of the picture" ref={words}>
      {keyEntries({ ...seen, ecn: hasEcn(run) }, widthPx).map(({ sign, text }) => (
        <li key={sign}>
          <svg width="10" height="10" aria-hidden="true">
            <Sign {...SIGNS[sign]} />
          </svg>
          <span>
            <GlossaryText text={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export interface SignLook {
  /** A path in a square of 10 units. */
  readonly path: string;
  readonly paint: Paint;
  /** True if only the outline is drawn. */
  readonly isOutline?: boolean;
}

export const SIGNS = {
  dash: { path: "M3.5,1h3v8h-3z", paint: 0 },
  ce: { path: "M5,0L10,5L5,10L0,5Z", paint: "mark" },
  ack: { path: "M5,3.2a1.8,1.8 0 1 0 0.01,0Z", paint: "inkSoft" },
  ece: { path: "M5,1.5L8.5,5L5,8.5L1.5,5Z", paint: "mark" },
  syn: { path: "M1,1h8v8h-8z", paint: "ink", isOutline: true },
} as const satisfies Record<string, SignLook>;

function Sign({ path, paint, isOutline = false }: SignLook) {
  const colour = cssPaint(paint);
  const look = isOutline ? { fill: "none", stroke: colour, strokeWidth: 1.5 } : { fill: colour };
  return <path d={path} {...look} />;
}

export function hasEcn({ snapshot }: RunView): boolean {
  return snapshot.results.flows.some(({ ecn }) => ecn);
}

interface KeyEntry {
  readonly sign: keyof typeof SIGNS;
  readonly text: string;
}

/** The number of packets that a dash represents, in a full and a short form. */
interface DashWords {
  readonly inFull: string;
  readonly short: string;
}

/** The symbols that the legend must explain. */
interface KeyNeeds {
  readonly dash: DashWords;
  readonly ecn: boolean;
  readonly syn: boolean;
}

type Seen = Pick<KeyNeeds, "dash" | "syn">;

export const NOTHING: Seen = { dash: alike("1 packet"), syn: false };

/** Returns the symbols in the diagram. They are counted once for each state of the path, and not during a drag. */
function useSeen(pathStates: PathStates, links: number, scene: PathScene): Seen {
  const { store } = useBench();
  const read = useMemo(() => {
    const syns = new SynsInSight();
    let known: { readonly pathState: PathState | null; readonly seen: Seen } = {
      pathState: null,
      seen: NOTHING,
    };
    return () => {
      const { pathState } = pathStates.get();
      if (known.pathState === pathState) return known.seen;
      // The state of a previous run may have different links.
      const isOurs = pathState !== null && pathState.links.length === links;
      const before = known.seen;
      const now = isOurs
        ? { dash: dashWords(scene, pathState), syn: syns.see(pathState, store.get().playback.playing) }
        : NOTHING;
      // If the result is equal, the previous object is returned, so that nothing is rendered again.
      known = { pathState, seen: before.dash === now.dash && before.syn === now.syn ? before : now };
      return known.seen;
    };
  }, [pathStates, links, scene, store]);
  return useSyncExternalStore(pathStates.subscribe, read);
}

/** Length of the legend's texts, from full (0) to shortest (2). */
type Room = 0 | 1 | 2;

const CE_WORDS = ["CE mark (a packet that carries one)", "CE mark", "CE"];
const ECE_WORDS = ["ACK with ECE, until CWR", "ECE", "ECE"];
const SYN_WORDS = ["SYN, with a dot SYN-ACK", "SYN", "SYN"];

/** Returns the entries of the legend in one line of `roomPx`, in the longest form that fits. */
export function keyEntries({ dash, ecn, syn }: KeyNeeds, roomPx: number): KeyEntry[] {
  const only = (isWanted: boolean, sign: KeyEntry["sign"], text: string): KeyEntry[] =>
    isWanted ? [{ sign, text }] : [];
  const worded = (text: string, room: Room): KeyEntry[] => [
    { sign: "dash", text },
    ...only(ecn, "ce", CE_WORDS[room]),
    { sign: "ack", text: "ACK" },
    ...only(ecn, "ece", ECE_WORDS[room]),
    ...only(syn, "syn", SYN_WORDS[room]),
  ];
  const inFull = `one dash: ${dash.inFull}`;
  const ways = [worded(inFull, 0), worded(inFull, 1), worded(`dash: ${dash.short}`, 1)];
  return ways.find((entries) => widthPx(entries) <= roomPx) ?? worded(dash.short, 2);
}

/** Width of a character in the legend, estimated generously. */
const LETTER_PX = 5.8;
/** Width of the symbol and the space around an entry. */
const ENTRY_PX = 31;

function widthPx(entries: readonly KeyEntry[]): number {
  return entries.reduce((sum, { text }) => sum + text.length * LETTER_PX + ENTRY_PX, 0);
}

export function dashWords(scene: PathScene, pathState: PathState): DashWords {
  const perMark = scene.queues.map(({ scale }) => scale.packetsPerMark);
  return dashText(Math.min(...perMark), Math.max(...perMark), packetsPerDash(scene, pathState));
}

/**
 * Returns the meaning of a dash as text: "1 packet", "about 20 packets", "20 packets in a queue, about 5 in flight";
 * the short form is "5 to 20 packets".
 */
export function dashText(least: number, most: number, underWay: number | "band"): DashWords {
  const inQueue = least === most ? counted(most, "packet") : `${least} to ${counted(most, "packet")}`;
  if (underWay === "band")
    return {
      inFull: `${inQueue} in a queue; a band stands for more packets than can be drawn, and is solid where the link is full`,
      short: `${inQueue}; band: many`,
    };
  if (most === 1 && underWay === 1) return NOTHING.dash;
  if (least === most && most === underWay) return alike(`about ${inQueue}`);
  return {
    inFull: `${inQueue} in a queue, about ${underWay} in flight`,
    short: `${Math.min(least, underWay)} to ${Math.max(most, underWay)} packets`,
  };
}

function alike(text: string): DashWords {
  return { inFull: text, short: text };
}

/**
 * Returns the number of packets per dash on the links: all data packets without a signal, divided by the number drawn; "band"
 * if they are too close to be drawn one by one.
 */
function packetsPerDash(scene: PathScene, pathState: PathState): number | "band" {
  let packets = 0;
  let dashes = 0;
  for (const { moving, placeOf } of scene.stretches(pathState)) {
    if (moving === pathState.acks) continue;
    const plain = [...moving.kind.keys()].filter((index) => moving.kind[index] === 0);
    packets += moving.total - (moving.flow.length - plain.length);
    const places = plain.map(placeOf).filter((at) => at !== null);
    if (isBand(barWidths(places))) return "band";
    dashes += places.length;
  }
  if (dashes === 0) return 1;
  // At most two digits are shown, because the number changes with the packets and the text next to it should not
  // move.
  const each = packets / dashes;
  return Math.max(1, each < 10 ? Math.round(each) : Number(each.toPrecision(1)));
}

/**
 * Number of states for which the entry for SYNs stays. States follow each other so fast that an entry that came and went
 * with each SYN could not be read.
 */
const STAYS_PATH_STATES = 12;

/** Tracks whether SYNs are visible. During playback, the result stays true for some more states. */
export class SynsInSight {
  #stays = 0;

  see(pathState: PathState, isPlaying: boolean): boolean {
    const stays = hasSyn(pathState) ? STAYS_PATH_STATES : this.#stays - 1;
    this.#stays = isPlaying || stays === STAYS_PATH_STATES ? Math.max(0, stays) : 0;
    return this.#stays > 0;
  }
}

export function hasSyn({ links, data, acks }: PathState): boolean {
  return [data, acks, ...links.flatMap(({ queued, moving }) => [queued, moving])].some(({ kind }) =>
    kind.some((bits) => (bits & PACKET_KIND.syn) !== 0),
  );
}
