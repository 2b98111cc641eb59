/**
 * Packs a whole text into a URL: deflated and written with the characters that a URL allows. A checksum at the start shows
 * whether a mail program has cut or changed the URL.
 */
import { Deflate, strFromU8, strToU8 } from "fflate";
import { inflate } from "./inflate.ts";

/** Start of every packed text. No id of a stored lesson or task starts like this. */
const SIGN = "z.";
/** Size limit of the text before packing (bytes). */
export const LONGEST_TEXT = 200_000;
/** Length limit of the packed text (characters). */
const LONGEST_PACKED = 100_000;
const CHECK_LETTERS = 7;

export function isPacked(text: string): boolean {
  return text.startsWith(SIGN);
}

/** Packs a text. Throws an error with a message for the user if it is too long. */
export function packText(text: string): string {
  const bytes = strToU8(text);
  if (bytes.length > LONGEST_TEXT)
    throw new Error(`The text has ${bytes.length} bytes; a link holds at most ${LONGEST_TEXT}.`);
  const pieces: Uint8Array[] = [];
  new Deflate({ level: 9, mem: 8 }, (piece) => pieces.push(piece)).push(bytes, true);
  return `${SIGN}${checksumOf(bytes)}${toLetters(joined(pieces))}`;
}

/** Unpacks a text. Throws an error with a message for the user if `packText` has not written it. */
export function unpackText(packed: string): string {
  if (!isPacked(packed)) throw new Error(`The text does not begin with "${SIGN}".`);
  if (packed.length > LONGEST_PACKED)
    throw new Error(`The text has ${packed.length} characters; at most ${LONGEST_PACKED} are allowed.`);
  const check = packed.slice(SIGN.length, SIGN.length + CHECK_LETTERS);
  const bytes = inflated(fromLetters(packed.slice(SIGN.length + CHECK_LETTERS)));
  if (checksumOf(bytes) !== check) throw new Error(BROKEN);
  return strFromU8(bytes);
}

/** Returns the 32-bit FNV-1a hash of the text in UTF-8. */
export function hashOf(text: string): number {
  return fnv1a(strToU8(text));
}

/** Returns the hash of `hashOf` as seven digits of base 36. */
export function checksum(text: string): string {
  return checksumOf(strToU8(text));
}

const BROKEN = "The link is damaged: a part of it is missing or was changed. Copy the whole link again.";

function inflated(packed: Uint8Array): Uint8Array {
  try {
    return inflate(packed, LONGEST_TEXT);
  } catch {
    throw new Error(BROKEN);
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function checksumOf(bytes: Uint8Array): string {
  return fnv1a(bytes).toString(36).padStart(CHECK_LETTERS, "0");
}

function fnv1a(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** Base64url (RFC 4648 §5), without padding. */
function toLetters(bytes: Uint8Array): string {
  const text = btoa(strFromU8(bytes, true));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromLetters(text: string): Uint8Array {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new Error(BROKEN);
  // If one character is left over, it does not hold a whole byte.
  const whole = text.length % 4 === 1 ? text.slice(0, -1) : text;
  return strToU8(atob(whole.replaceAll("-", "+").replaceAll("_", "/")), true);
}
