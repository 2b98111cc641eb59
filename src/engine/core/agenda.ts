/**
 * What is known to happen at given times: flows that start and stop, changes in mid-run, the end of the warm-up. Entries
 * come before all packet events of the same time, whenever they were added: a live change replays to the same bits.
 */
interface AgendaEntry {
  readonly timeNs: number;
  readonly rank: number;
  readonly run: () => void;
}

/** So many entries that are over are let go of at once: a pattern that repeats makes more for as long as a run lasts. */
const OVER = 4096;

export class Agenda {
  /** Time of the next entry; Infinity when there is none. */
  nextNs = Number.POSITIVE_INFINITY;
  private readonly entries: AgendaEntry[] = [];
  private at = 0;
  private isRunning = false;

  /** Entries of the same time run by rank, those of the same rank in the order in which they were added. */
  add(timeNs: number, run: () => void, rank = 0): void {
    let i = this.entries.length;
    while (i > this.at && isAfter(this.entries[i - 1], timeNs, rank)) i--;
    this.entries.splice(i, 0, { timeNs, rank, run });
    this.nextNs = this.entries[this.at].timeNs;
  }

  /** Something is being done, or is still to be done, before the packets of that time. */
  isBusyAt(timeNs: number): boolean {
    return this.isRunning || this.nextNs <= timeNs;
  }

  /** Entries that it holds, those among them that are over. */
  get held(): number {
    return this.entries.length;
  }

  runNext(): void {
    if (this.at === OVER) this.at -= this.entries.splice(0, OVER).length;
    const entry = this.entries[this.at++];
    this.nextNs = this.at < this.entries.length ? this.entries[this.at].timeNs : Number.POSITIVE_INFINITY;
    this.isRunning = true;
    entry.run();
    this.isRunning = false;
  }
}

function isAfter(entry: AgendaEntry, timeNs: number, rank: number): boolean {
  return entry.timeNs > timeNs || (entry.timeNs === timeNs && entry.rank > rank);
}
