/**
 * Inflates raw deflate data (RFC 1951). It decodes bit by bit and builds no lookup tables, so that its time is in proportion to the
 * length of the data and of the result, also for blocks that each have codes of their own and give little or nothing.
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

/** The data, read bit by bit from the lowest bit of each byte. */
class BitReader {
  private readonly data: Uint8Array;
  private at = 0;
  /** Bits of the current byte that have not been read, and their number. */
  private rest = 0;
  private left = 0;

  constructor(data: Uint8Array) {
    this.data = data;
  }

  private byte(): number {
    if (this.at >= this.data.length) throw new Error("The data end too early.");
    return this.data[this.at++];
  }

  bits(count: number): number {
    let value = this.rest;
    let have = this.left;
    while (have < count) {
      value |= this.byte() << have;
      have += 8;
    }
    this.left = have - count;
    this.rest = value >>> count;
    return value & ((1 << count) - 1);
  }

  symbol({ counts, symbols }: Code): number {
    // `first` is the first code of this length, `index` the place of its symbol.
    let code = 0;
    let first = 0;
    let index = 0;
    let { rest, left } = this;
    for (let length = 1; length <= MOST_BITS; length++) {
      if (left === 0) {
        rest = this.byte();
        left = 8;
      }
      code |= rest & 1;
      rest >>>= 1;
      left--;
      const count = counts[length];
      if (code - first < count) {
        this.rest = rest;
        this.left = left;
        return symbols[index + code - first];
      }
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Error("The data have an unknown code.");
  }

  /** Returns the bytes of a stored block (§3.2.4). */
  stored(): Uint8Array {
    this.bits(this.left);
    const length = this.bits(16);
    if (this.bits(16) !== (length ^ 0xffff)) throw new Error("The length of a stored block is wrong.");
    if (this.at + length > this.data.length) throw new Error("The data end too early.");
    this.at += length;
    return this.data.subarray(this.at - length, this.at);
  }

  /** Returns the codes of a block that has its own codes (§3.2.7). */
  codes(): readonly [lengths: Code, distances: Code] {
    const [lengthCount, distanceCount, orderCount] = [this.bits(5) + 257, this.bits(5) + 1, this.bits(4) + 4];
    const ofLengths = new Uint8Array(ORDER.length);
    for (let i = 0; i < orderCount; i++) ofLengths[ORDER[i]] = this.bits(3);
    const code = codeOf(ofLengths);
    const all = new Uint8Array(lengthCount + distanceCount);
    for (let i = 0; i < all.length; ) {
      const symbol = this.symbol(code);
      if (symbol < 16) all[i++] = symbol;
      else {
        const length = symbol === 16 && i > 0 ? all[i - 1] : 0;
        const count = symbol === 16 ? 3 + this.bits(2) : symbol === 17 ? 3 + this.bits(3) : 11 + this.bits(7);
        all.fill(length, i, i + count);
        i += count;
      }
    }
    return [codeOf(all.subarray(0, lengthCount)), codeOf(all.subarray(lengthCount))];
  }
}

/** The result, in an array that doubles its size as needed. */
class Output {
  private readonly most: number;
  private bytes: Uint8Array;
  private length = 0;

  constructor(first: number, most: number) {
    this.most = most;
    this.bytes = new Uint8Array(Math.min(first, most));
  }

  private grow(count: number): void {
    const length = this.length + count;
    if (length > this.most) throw new RangeError(`The data inflate to more than ${this.most} bytes.`);
    if (length <= this.bytes.length) return;
    const bytes = new Uint8Array(Math.min(this.most, 2 * length));
    bytes.set(this.bytes.subarray(0, this.length));
    this.bytes = bytes;
  }

  put(byte: number): void {
    if (this.length >= this.bytes.length) this.grow(1);
    this.bytes[this.length++] = byte;
  }

  putAll(bytes: Uint8Array): void {
    const fitting = bytes.subarray(0, this.most - this.length);
    this.grow(fitting.length);
    this.bytes.set(fitting, this.length);
    this.length += fitting.length;
    if (fitting.length < bytes.length) this.grow(1);
  }

  copy(count: number, distance: number): void {
    if (distance > this.length) throw new Error("A copy starts before the text.");
    this.grow(count);
    const { bytes } = this;
    // The copy may overlap with itself, so it goes byte by byte.
    for (const end = this.length + count; this.length < end; this.length++)
      bytes[this.length] = bytes[this.length - distance];
  }

  taken(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

/** Returns the inflated bytes. Throws a RangeError if they are more than `mostBytes`, and an Error if the data are broken. */
export function inflate(data: Uint8Array, mostBytes: number): Uint8Array {
  const out = new Output(4 * data.length, mostBytes);
  inflateInto(out, data);
  return out.taken();
}

/** Returns the first inflated bytes, at most `mostBytes`. Throws an Error if the data are broken before that. */
export function inflateStart(data: Uint8Array, mostBytes: number): Uint8Array {
  const out = new Output(mostBytes, mostBytes);
  try {
    inflateInto(out, data);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return out.taken();
}

function inflateInto(out: Output, data: Uint8Array): void {
  const reader = new BitReader(data);
  for (let isLast = false; !isLast; ) {
    isLast = reader.bits(1) === 1;
    const kind = reader.bits(2);
    if (kind === 0) out.putAll(reader.stored());
    else if (kind === 1) inflateBlock(reader, FIXED_LENGTHS, FIXED_DISTANCES, out);
    else if (kind === 2) inflateBlock(reader, ...reader.codes(), out);
    else throw new Error("The data have an unknown kind of block.");
  }
}

function inflateBlock(reader: BitReader, lengths: Code, distances: Code, out: Output): void {
  for (let symbol = reader.symbol(lengths); symbol !== END_OF_BLOCK; symbol = reader.symbol(lengths)) {
    if (symbol < END_OF_BLOCK) out.put(symbol);
    else {
      const place = symbol - END_OF_BLOCK - 1;
      if (place >= LENGTHS.length) throw new Error("The data have an unknown length.");
      const length = LENGTHS[place] + reader.bits(LENGTH_BITS[place]);
      const far = reader.symbol(distances);
      if (far >= DISTANCES.length) throw new Error("The data have an unknown distance.");
      out.copy(length, DISTANCES[far] + reader.bits(Math.max(0, (far >> 1) - 1)));
    }
  }
}
