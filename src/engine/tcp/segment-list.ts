/** Segment numbers in the order in which they were added, read from the front; a ring that grows. */
/** Most connections lose little or nothing. */
const FIRST_CAPACITY = 8;

export class SegmentList {
  private numbers = new Int32Array(FIRST_CAPACITY);
  private from = 0;
  private to = 0;

  get isEmpty(): boolean {
    return this.from === this.to;
  }

  /** Segments that it holds without growing. */
  get capacity(): number {
    return this.numbers.length;
  }

  get first(): number {
    return this.numbers[this.from & (this.numbers.length - 1)];
  }

  add(seq: number): void {
    if (this.to - this.from === this.numbers.length) this.grow();
    this.numbers[this.to++ & (this.numbers.length - 1)] = seq;
  }

  dropFirst(): void {
    this.from++;
  }

  clear(): void {
    this.from = this.to;
  }

  private grow(): void {
    const old = this.numbers;
    const count = old.length;
    this.numbers = new Int32Array(count * 2);
    for (let i = 0; i < count; i++) this.numbers[i] = old[(this.from + i) & (count - 1)];
    this.from = 0;
    this.to = count;
  }
}
