/**
 * Frames of captures for tests. They are read from the simulator's pcapng, changed in ways that real captures show,
 * and written to a file.
 */
import { LINK_TYPE, PCAPNG } from "../../src/engine/capture/file-formats.ts";

export interface Frame {
  readonly ns: bigint;
  readonly frame: Uint8Array;
  readonly original: number;
  /** Index of the interface. */
  readonly at: number;
}

export const ETHERNET_BYTES = 14;

/** Returns the frames of the simulator's pcapng. */
export function framesOf(bytes: Uint8Array): Frame[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length; at += view.getUint32(at + 4, true)) {
    if (view.getUint32(at, true) !== PCAPNG.enhancedPacket) continue;
    const ns = (BigInt(view.getUint32(at + 12, true)) << 32n) | BigInt(view.getUint32(at + 16, true));
    const captured = view.getUint32(at + 20, true);
    frames.push({
      ns,
      frame: bytes.slice(at + 28, at + 28 + captured),
      original: view.getUint32(at + 24, true),
      at: view.getUint32(at + 8, true),
    });
  }
  return frames;
}

/** Returns a pcapng file with one interface for each index in the frames. */
export function pcapngFile(frames: readonly Frame[], linkType: number = LINK_TYPE.ethernet): Uint8Array {
  const block = (type: number, ...body: readonly Uint8Array[]) => {
    const whole = Buffer.concat(body);
    const padded = Buffer.concat([whole, Buffer.alloc(-whole.length & 3)]);
    return Buffer.concat([words(type, padded.length + 12), padded, words(padded.length + 12)]);
  };
  const interfaces = Math.max(...frames.map(({ at }) => at)) + 1;
  // The option if_tsresol with the value for nanoseconds.
  const description = block(PCAPNG.interfaceDescription, words(linkType, 0, 0x0001_0009, 9));
  return new Uint8Array(
    Buffer.concat([
      block(PCAPNG.sectionHeader, words(PCAPNG.byteOrder, 1, 0xffff_ffff, 0xffff_ffff)),
      ...Array.from({ length: interfaces }, () => description),
      ...frames.map(({ ns, frame, original, at }) =>
        block(
          PCAPNG.enhancedPacket,
          words(at, Number(ns >> 32n), Number(ns & 0xffff_ffffn), frame.length, original),
          frame,
        ),
      ),
    ]),
  );
}

function words(...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  for (const [i, value] of values.entries()) view.setUint32(4 * i, value, true);
  return new Uint8Array(view.buffer);
}

// Damage to captures follows.

export const isFromSender = ({ frame }: Frame) => frame[ETHERNET_BYTES + 12 + 1] === 1;

export const isData = (one: Frame) => one.original > 100 && isFromSender(one);

/** Returns a frame with replaced bytes of its IP or TCP header, counted from the start of the IP header. */
export function changed(one: Frame, change: (view: DataView, ip: number) => void): Frame {
  const frame = one.frame.slice();
  change(new DataView(frame.buffer), ETHERNET_BYTES);
  return { ...one, frame };
}

/**
 * Returns frames like those of a mirrored port or of a capture of all devices: packets occur a second time later,
 * perhaps behind a router.
 */
export function withCopies(
  frames: readonly Frame[],
  { gapNs, isCopied, hops = 0, at = 0 }: CopyFault,
): Frame[] {
  const copies = frames.filter(isCopied).map((one) => ({
    ...changed(one, (view, ip) => view.setUint8(ip + 8, view.getUint8(ip + 8) - hops)),
    ns: one.ns + BigInt(gapNs),
    at,
  }));
  return inOrder([...frames, ...copies]);
}

interface CopyFault {
  readonly gapNs: number;
  readonly isCopied: (one: Frame, index: number) => boolean;
  /** Number of routers between the packet and its copy. */
  readonly hops?: number;
  /** Index of the interface on which the copies were captured. */
  readonly at?: number;
}

/** Sorts by time, keeping the order of equal times. */
function inOrder(frames: readonly Frame[]): Frame[] {
  return frames.toSorted((a, b) => (a.ns < b.ns ? -1 : a.ns > b.ns ? 1 : 0));
}

/** Adds a second connection after the first one, with the same ports but other initial sequence numbers. */
export function withSecondUse(
  first: readonly Frame[],
  second: readonly Frame[],
  { afterNs, shift, keepsHandshake = true }: { afterNs: number; shift: number; keepsHandshake?: boolean },
): Frame[] {
  const startNs = (first.at(-1)?.ns ?? 0n) + BigInt(afterNs);
  const tcp = ETHERNET_BYTES + 20;
  const later = second
    .filter(({ frame }) => keepsHandshake || (frame[tcp + 13] & 2) === 0)
    .map((one) => {
      // Numbers of the sender are in its own packets as sequence numbers, and in those of the other side as
      // acknowledgement numbers.
      const number = tcp + (isFromSender(one) ? 4 : 8);
      return changed({ ...one, ns: one.ns + startNs }, (view) => {
        view.setUint32(number, (view.getUint32(number) + shift) >>> 0);
        if (!isFromSender(one)) shiftSack(view, tcp, shift);
      });
    });
  return [...first, ...later];
}

/** Repeats the sender's last packet as a reset (RST). */
export function withReset(frames: readonly Frame[]): Frame[] {
  const last = frames.findLast(isFromSender);
  if (last === undefined) throw new Error("No packet of the sender.");
  const tcp = ETHERNET_BYTES + 20;
  const reset = changed(last, (view, ip) => {
    view.setUint16(ip + 4, view.getUint16(ip + 4) + 1);
    view.setUint8(tcp + 13, 0x14);
    view.setUint32(tcp + 4, view.getUint32(tcp + 4) + 1448);
    view.setUint16(ip + 2, (view.getUint8(tcp + 12) >> 4) * 4 + 20);
  });
  return [...frames, { ...reset, ns: (frames.at(-1)?.ns ?? 0n) + 1000n, original: reset.frame.length }];
}

/** SACK blocks contain sequence numbers of the sender. */
function shiftSack(view: DataView, tcp: number, shift: number): void {
  const end = tcp + (view.getUint8(tcp + 12) >> 4) * 4;
  for (let at = tcp + 20; at < end; ) {
    const kind = view.getUint8(at);
    if (kind === 0) return;
    if (kind === 1) {
      at++;
      continue;
    }
    const length = view.getUint8(at + 1);
    if (kind === 5)
      for (let word = at + 2; word < at + length; word += 4)
        view.setUint32(word, (view.getUint32(word) + shift) >>> 0);
    at += length;
  }
}

/** Replaces the IPv4 header by an IPv6 header, which has no identification field. */
export function inSix(one: Frame): Frame {
  const ip = one.frame.subarray(ETHERNET_BYTES);
  const payload = ((ip[2] << 8) | ip[3]) - 20;
  const address = (at: number) => [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, ...ip.subarray(at, at + 4)];
  const head = [0x60, 0, 0, 0, payload >> 8, payload & 255, 6, ip[8], ...address(12), ...address(16)];
  const ethernet = [...one.frame.subarray(0, ETHERNET_BYTES - 2), 0x86, 0xdd];
  return {
    ...one,
    frame: new Uint8Array([...ethernet, ...head, ...ip.subarray(20)]),
    original: one.original + 20,
  };
}
