/** A bounded list in order of time: where there is too much, what lies around one moment is kept. */
export class Facts<T extends { readonly timeNs: number }> {
  kept: T[] = [];
  /** Some at the beginning are gone. */
  hasForgotten = false;
  /** When the first was left out because there was no more room. */
  fullNs = Number.POSITIVE_INFINITY;
  private readonly atNs: number;
  private readonly most: number;

  /** `most`: eight at least. */
  constructor(atNs: number, most: number) {
    this.atNs = atNs;
    this.most = most;
  }

  add(fact: T): void {
    const { kept, most } = this;
    if (kept.length >= most && this.fullNs === Number.POSITIVE_INFINITY) this.makeRoom(fact.timeNs);
    if (this.kept.length < most) this.kept.push(fact);
  }

  /** The older half goes while a quarter of all stays before the moment; otherwise nothing more is taken. */
  private makeRoom(nowNs: number): void {
    const { kept, most } = this;
    if (kept[Math.floor((most * 3) / 4)].timeNs >= this.atNs) {
      this.fullNs = nowNs;
      return;
    }
    this.kept = kept.slice(most >> 1);
    this.hasForgotten = true;
  }
}
