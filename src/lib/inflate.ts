/**
 * Inflates raw deflate data (RFC 1951). It decodes bit by bit and builds no lookup tables, and limits the number of
 * blocks, so its time is in proportion to the length of the data and of the text, also for empty blocks with codes of their own.
 */

/** Base lengths and extra bits of the length symbols 257 to 285 (RFC 1951 §3.2.5). */
const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
/** Base distances of the distance symbols. Every two symbols after the first four have one more extra bit. */
const DISTANCES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
/** Order in which the lengths of the code-length code are stored (§3.2.7). */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const MOST_BITS = 15;
/** Maximum number of blocks. Programs that deflate put thousands of bytes into each block; a longest packed text has about 30. */
const MOST_BLOCKS = 300;
const END_OF_BLOCK = 256;

/** A canonical Huffman code: the number of symbols of each length, and the symbols ordered by their codes. */
interface Code {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

function codeOf(lengths: ArrayLike<number>): Code {
  const counts = new Uint16Array(MOST_BITS + 1);
  for (let symbol = 0; symbol < lengths.length; symbol++) counts[lengths[symbol]]++;
  counts[0] = 0;
  const places = new Uint16Array(MOST_BITS + 2);
  for (let length = 1; length <= MOST_BITS; length++) places[length + 1] = places[length] + counts[length];
  const symbols = new Uint16Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol++)
    if (lengths[symbol] > 0) symbols[places[lengths[symbol]]++] = symbol;
  return { counts, symbols };
}

const repeated = (count: number, length: number) => Array.from({ length: count }, () => length);
const FIXED_LENGTHS = codeOf([
  ...repeated(144, 8),
  ...repeated(112, 9),
  ...repeated(24, 7),
  ...repeated(8, 8),
]);
const FIXED_DISTANCES = codeOf(repeated(30, 5));

/** Returns the inflated bytes. Throws an error if the data are broken, end too early or inflate to more than `mostBytes`. */
export function inflate(data: Uint8Array, mostBytes: number): Uint8Array {
  const out: number[] = [];
  let at = 0;
  const bit = () => {
    if (at >= 8 * data.length) throw new Error("The data end too early.");
    const value = (data[at >> 3] >> (at & 7)) & 1;
    at++;
    return value;
  };
  const bits = (count: number) => {
    let value = 0;
    for (let i = 0; i < count; i++) value |= bit() << i;
    return value;
  };
  const put = (byte: number) => {
    if (out.length >= mostBytes) throw new Error(`The data inflate to more than ${mostBytes} bytes.`);
    out.push(byte);
  };
  const symbolOf = ({ counts, symbols }: Code) => {
    // `first` is the first code of this length, `index` the place of its symbol.
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= MOST_BITS; length++) {
      code |= bit();
      const count = counts[length];
      if (code - first < count) return symbols[index + code - first];
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Error("The data have an unknown code.");
  };
  const stored = () => {
    at = (at + 7) & ~7;
    const length = bits(16);
    if (bits(16) !== (length ^ 0xffff)) throw new Error("The length of a stored block is wrong.");
    for (let i = 0; i < length; i++) put(bits(8));
  };
  const copy = (length: number, distance: number) => {
    if (distance > out.length) throw new Error("A copy starts before the text.");
    for (let i = 0; i < length; i++) put(out[out.length - distance]);
  };
  const coded = (lengths: Code, distances: Code) => {
    for (let symbol = symbolOf(lengths); symbol !== END_OF_BLOCK; symbol = symbolOf(lengths)) {
      if (symbol < END_OF_BLOCK) put(symbol);
      else {
        const place = symbol - END_OF_BLOCK - 1;
        if (place >= LENGTHS.length) throw new Error("The data have an unknown length.");
        const length = LENGTHS[place] + bits(LENGTH_BITS[place]);
        const far = symbolOf(distances);
        if (far >= DISTANCES.length) throw new Error("The data have an unknown distance.");
        copy(length, DISTANCES[far] + bits(Math.max(0, (far >> 1) - 1)));
      }
    }
  };
  const ownCodes = () => {
    const [lengthCount, distanceCount, orderCount] = [bits(5) + 257, bits(5) + 1, bits(4) + 4];
    const ofLengths = new Uint8Array(ORDER.length);
    for (let i = 0; i < orderCount; i++) ofLengths[ORDER[i]] = bits(3);
    const code = codeOf(ofLengths);
    const all = new Uint8Array(lengthCount + distanceCount);
    for (let i = 0; i < all.length; ) {
      const symbol = symbolOf(code);
      if (symbol < 16) all[i++] = symbol;
      else {
        const length = symbol === 16 && i > 0 ? all[i - 1] : 0;
        const count = symbol === 16 ? 3 + bits(2) : symbol === 17 ? 3 + bits(3) : 11 + bits(7);
        all.fill(length, i, i + count);
        i += count;
      }
    }
    return [codeOf(all.subarray(0, lengthCount)), codeOf(all.subarray(lengthCount))] as const;
  };
  let isLast = false;
  for (let blocks = 1; !isLast; blocks++) {
    if (blocks > MOST_BLOCKS) throw new Error(`The data have more than ${MOST_BLOCKS} blocks.`);
    isLast = bit() === 1;
    const kind = bits(2);
    if (kind === 0) stored();
    else if (kind === 1) coded(FIXED_LENGTHS, FIXED_DISTANCES);
    else if (kind === 2) coded(...ownCodes());
    else throw new Error("The data have an unknown kind of block.");
  }
  return Uint8Array.from(out);
}
