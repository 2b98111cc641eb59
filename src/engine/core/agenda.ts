/**
 * Actions planned for given times: starts and stops of flows, changes during the run, the end of the warm-up. They
 * run before all packet events of the same time, regardless of when they were added, so that a replay of a live
 * change gives the same bits.
 */
interface AgendaEntry {
  readonly timeNs: number;
  readonly rank: number;
  readonly run: () => void;
}

/**
 * Number of past entries after which they are removed in one step. They must be removed, because a repeating pattern adds entries
 * during the whole run.
 */
const OVER = 4096;

/** A list of planned actions, sorted by time. */
export class Agenda {
  /** Time of the next entry (ns); Infinity if there is none. */
  nextNs = Number.POSITIVE_INFINITY;
  private readonly entries: AgendaEntry[] = [];
  private at = 0;
  private isRunning = false;

  /** Adds an entry. Entries of the same time run in order of `rank`, then in the order in which they were added. */
  add(timeNs: number, run: () => void, rank = 0): void {
    let i = this.entries.length;
    while (i > this.at && isAfter(this.entries[i - 1], timeNs, rank)) i--;
    this.entries.splice(i, 0, { timeNs, rank, run });
    this.nextNs = this.entries[this.at].timeNs;
  }

  /** Returns true if an entry is running now, or if an entry must run before the packet events of that time. */
  isBusyAt(timeNs: number): boolean {
    return this.isRunning || this.nextNs <= timeNs;
  }

  /** Number of stored entries, including past ones that have not been removed yet. */
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
