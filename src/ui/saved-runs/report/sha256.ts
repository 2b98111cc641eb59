/** SHA-256 (FIPS 180-4) of a short text. The browser's own is only there on pages of a secure origin, and a lab's server may be none. */

const WORD_BITS = 32;
const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const ROUNDS = 64;

/** The first bits of the fractions of roots of the first primes. */
const FIRST_PRIMES = primes(ROUNDS);
const ROUND_WORDS = FIRST_PRIMES.map((prime) => fractionBits(Math.cbrt(prime)));
const START = FIRST_PRIMES.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));

/** As a content security policy names it: base64 of the digest of the text in UTF-8. */
export function sha256Base64(text: string): string {
  const state = Int32Array.from(START);
  const message = padded(new TextEncoder().encode(text));
  for (let at = 0; at < message.byteLength; at += BLOCK_BYTES)
    addBlock(state, new DataView(message.buffer, at, BLOCK_BYTES));
  const digest = [...state].flatMap((word) => [word >>> 24, word >>> 16, word >>> 8, word]);
  return btoa(String.fromCharCode(...digest.map((byte) => byte & 0xff)));
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}

function fractionBits(root: number): number {
  return Math.floor((root % 1) * 2 ** WORD_BITS) | 0;
}

/** A one, zeros, and the length in bits, up to whole blocks. */
function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil((bytes.length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const message = new Uint8Array(blocks * BLOCK_BYTES);
  message.set(bytes);
  message[bytes.length] = 0x80;
  new DataView(message.buffer).setBigUint64(message.length - LENGTH_BYTES, BigInt(bytes.length) * 8n);
  return message;
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (WORD_BITS - bits));
}

function scheduleOf(block: DataView): Int32Array {
  const words = new Int32Array(ROUNDS);
  for (let t = 0; t < ROUNDS; t++) {
    if (t < 16) {
      words[t] = block.getInt32(4 * t);
      continue;
    }
    const [early, late] = [words[t - 15], words[t - 2]];
    const mixedEarly = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const mixedLate = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[t] = words[t - 16] + mixedEarly + words[t - 7] + mixedLate;
  }
  return words;
}

/** FIPS 180-4 §6.2.2. */
function addBlock(state: Int32Array, block: DataView): void {
  const words = scheduleOf(block);
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < ROUNDS; t++) {
    const chosen = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUND_WORDS[t] + words[t];
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] += word;
}
