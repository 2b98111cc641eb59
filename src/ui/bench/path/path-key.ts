/** What the picture's signs stand for: a dash for so many packets, a diamond for what carries a signal, a box for a SYN. */
import { PACKET_KIND, type Picture, type PicturePackets } from "../../../engine/index.ts";
import { cellOf, type PlacedPicture } from "./draw-marks.ts";
import { type DashWords, dashText, oneDash, shortDash } from "./path-words.ts";

export interface KeyEntry {
  readonly sign: "dash" | "ce" | "ack" | "ece" | "syn";
  readonly text: string;
}

/** What there is to be named. */
export interface KeyNeeds {
  readonly dash: DashWords;
  readonly ecn: boolean;
  readonly syn: boolean;
}

/** From where there is room for all to where there is hardly any. */
type Room = 0 | 1 | 2;

const CE_WORDS = ["CE mark (a packet that carries one)", "CE mark", "CE"];
const ECE_WORDS = ["ACK with ECE, until CWR", "ECE", "ECE"];
const SYN_WORDS = ["SYN, with a dot SYN-ACK", "SYN", "SYN"];

/** In one line of so many px: with the words that it has room for. */
export function keyEntries({ dash, ecn, syn }: KeyNeeds, roomPx: number): KeyEntry[] {
  const worded = (text: string, room: Room): KeyEntry[] => [
    { sign: "dash", text },
    ...only(ecn, "ce", CE_WORDS[room]),
    { sign: "ack", text: "ACK" },
    ...only(ecn, "ece", ECE_WORDS[room]),
    ...only(syn, "syn", SYN_WORDS[room]),
  ];
  const inFull = oneDash(dash.inFull);
  const ways = [worded(inFull, 0), worded(inFull, 1), worded(shortDash(dash.short), 1)];
  return ways.find((entries) => widthPx(entries) <= roomPx) ?? worded(dash.short, 2);
}

function only(isWanted: boolean, sign: KeyEntry["sign"], text: string): KeyEntry[] {
  return isWanted ? [{ sign, text }] : [];
}

/** Of the small type of the key; on the wide side. */
const LETTER_PX = 5.8;
/** The sign, and the air around an entry. */
const ENTRY_PX = 31;

function widthPx(entries: readonly KeyEntry[]): number {
  return entries.reduce((sum, { text }) => sum + text.length * LETTER_PX + ENTRY_PX, 0);
}

export function dashWords(placed: PlacedPicture, picture: Picture): DashWords {
  const perMark = placed.queues.map(({ scale }) => scale.packetsPerMark);
  return dashText({
    least: Math.min(...perMark),
    most: Math.max(...perMark),
    underWay: packetsPerDash(placed, picture),
  });
}

/** On the ways: all data packets that carry no signal, over the dashes that are drawn for them. */
function packetsPerDash({ stretches }: PlacedPicture, { acks }: Picture): number {
  let packets = 0;
  let dashes = 0;
  for (const { moving, placeOf } of stretches) {
    if (moving === acks) continue;
    const plain = plainData(moving);
    packets += moving.total - (moving.flow.length - plain.length);
    const cells = plain.map(placeOf).map((at) => (at === null ? null : cellOf(at)));
    dashes += new Set(cells.filter((cell) => cell !== null)).size;
  }
  return dashes === 0 ? 1 : Math.max(1, round(packets / dashes));
}

function plainData({ kind }: PicturePackets): number[] {
  return [...kind.keys()].filter((index) => kind[index] === 0);
}

/** Pictures follow each other so fast that what came and went with each SYN could not be read: the entry stays for so many. */
const STAYS_PICTURES = 12;

/** Whether SYNs are in sight; while the run plays, for some pictures more. */
export class SynsInSight {
  #stays = 0;

  see(picture: Picture, isPlaying: boolean): boolean {
    const stays = hasSyn(picture) ? STAYS_PICTURES : this.#stays - 1;
    this.#stays = isPlaying || stays === STAYS_PICTURES ? Math.max(0, stays) : 0;
    return this.#stays > 0;
  }
}

function hasSyn({ links, data, acks }: Picture): boolean {
  return [data, acks, ...links.flatMap(({ queued, moving }) => [queued, moving])].some(({ kind }) =>
    kind.some((bits) => (bits & PACKET_KIND.syn) !== 0),
  );
}

/** Two digits: it moves with the packets, and the words beside it should not. */
function round(value: number): number {
  return value < 10 ? Math.round(value) : Number(value.toPrecision(1));
}
