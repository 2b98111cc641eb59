/**
 * Seeded random streams. Each consumer has its own named stream, so that adding a flow does not change another flow's
 * numbers. Generator: sfc32 (C. Doty-Humphrey, PractRand) with 32-bit integer arithmetic only, so the bits are the
 * same in every JavaScript engine.
 */
export class RandomStream {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: number, name: string) {
    let h = (seed ^ 0x9e3779b9) >>> 0;
    const mix = (value: number): number => {
      // One round of murmur3's 32-bit mixing.
      h = Math.imul(h ^ value, 0x85ebca6b);
      h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
      h ^= h >>> 16;
      return h | 0;
    };
    for (let i = 0; i < name.length; i++) mix(name.charCodeAt(i));
    this.a = mix(1);
    this.b = mix(2);
    this.c = mix(3);
    for (let i = 0; i < 12; i++) this.next();
  }

  /** Returns a number that is uniform in [0, 1), with 32 random bits. */
  uniform(): number {
    return (this.next() >>> 0) / 4294967296;
  }

  private next(): number {
    const t = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + t;
    return t;
  }
}
