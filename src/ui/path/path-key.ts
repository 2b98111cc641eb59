/** What the picture's signs stand for: a dash for so many packets, a diamond for what carries a signal. */
import { PACKET_KIND, type Picture, type PicturePackets } from "../../engine/index.ts";
import { cellOf, type PlacedPicture } from "./draw-marks.ts";

export interface KeyEntry {
  readonly sign: "dash" | "ce" | "ack" | "ece";
  readonly text: string;
}

/** `narrow`: where long words have no room. */
export function keyEntries(dash: string, hasEcn: boolean, narrow: boolean): KeyEntry[] {
  const entries: KeyEntry[] = [{ sign: "dash", text: `${narrow ? "dash" : "one dash"}: ${dash}` }];
  if (hasEcn) entries.push({ sign: "ce", text: narrow ? "CE mark" : "CE mark (a packet that carries one)" });
  entries.push({ sign: "ack", text: "ACK" });
  if (hasEcn) entries.push({ sign: "ece", text: narrow ? "ECE" : "ACK with ECE, until CWR" });
  return entries;
}

/** "1 packet", "about 20 packets", "20 packets in a queue, about 5 under way"; where there is little room "5 to 20 packets". */
export function dashText(placed: PlacedPicture, picture: Picture, narrow: boolean): string {
  const perMark = placed.queues.map(({ scale }) => scale.packetsPerMark);
  const [least, most] = [Math.min(...perMark), Math.max(...perMark)];
  const inQueue = least === most ? String(most) : `${least} to ${most}`;
  const underWay = packetsPerDash(placed, picture);
  if (inQueue === "1" && underWay === 1) return "1 packet";
  if (inQueue === String(underWay)) return `about ${inQueue} packets`;
  return narrow
    ? `${Math.min(least, underWay)} to ${Math.max(most, underWay)} packets`
    : `${inQueue} packets in a queue, about ${underWay} under way`;
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
  return [...kind.keys()].filter((index) => (kind[index] & (PACKET_KIND.signal | PACKET_KIND.ack)) === 0);
}

/** Two digits: it moves with the packets, and the words beside it should not. */
function round(value: number): number {
  return value < 10 ? Math.round(value) : Number(value.toPrecision(1));
}
