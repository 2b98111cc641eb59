/**
 * Computes a 64-bit digest of numbers and text. Two results with the same digest are treated as identical in every bit. Not
 * cryptographic.
 */
export class Digest {
  private high = 0x6a09e667;
  private low = 0xbb67ae85 | 0;
  private readonly float = new Float64Array(1);
  private readonly words = new Int32Array(this.float.buffer);

  number(value: number): void {
    // -0 counts as 0, and all NaNs count as one value.
    this.float[0] = value === 0 ? 0 : value;
    const isNumber = !Number.isNaN(value);
    this.word(isNumber ? this.words[0] : 0);
    this.word(isNumber ? this.words[1] : 0x7ff80000);
  }

  text(value: string): void {
    this.number(value.length);
    for (let i = 0; i < value.length; i++) this.word(value.charCodeAt(i));
  }

  /** Adds plain data of any shape. The order of an object's keys does not change the digest. */
  value(value: unknown): void {
    if (typeof value === "number") this.number(value);
    else if (typeof value === "string") this.text(value);
    else if (typeof value === "boolean") this.number(value ? 1 : 0);
    else if (Array.isArray(value)) {
      this.number(value.length);
      for (const item of value) this.value(item);
    } else if (typeof value === "object" && value !== null) {
      for (const key of Object.keys(value).sort()) {
        this.text(key);
        this.value((value as Record<string, unknown>)[key]);
      }
    } else this.text("null");
  }

  /** Returns 16 hexadecimal digits. */
  hex(): string {
    const word = (value: number) => (value >>> 0).toString(16).padStart(8, "0");
    return word(this.high) + word(this.low);
  }

  private word(value: number): void {
    this.high = Math.imul(this.high ^ value, 0x85ebca6b);
    this.high ^= this.high >>> 15;
    this.low = (Math.imul(this.low, 0x01000193) + this.high) | 0;
    this.low = Math.imul(this.low ^ (this.low >>> 13), 0xc2b2ae35);
  }
}
