/**
 * The values of every flow that a sample needs, in columns indexed by flow. A flow calls `note` when a value has changed; only
 * such flows are read at the next sample. The cost of a sample therefore depends on the number of changes, plus one pass over the
 * columns.
 */

/** A sampled flow. */
export interface ReadFlow {
  readonly index: number;
  /** Writes the flow's entries into the columns. */
  writeReadings(columns: FlowReadings): void;
}

/** Current values of all flows for the sampler. */
export class FlowReadings {
  /** Payload bytes that have arrived in order. */
  receivedBytes = new Float64Array(8);
  /** Payload bytes that have arrived in any order, including duplicates. */
  arrivedBytes = new Float64Array(8);
  /** SRTT of the connection used last (ms); 0 while the flow does not compete or has no sample. */
  srttMs = new Float64Array(8);
  /** 1 while the flow competes. */
  isActive = new Uint8Array(8);
  /** Number of flows. */
  flows = 0;
  /** Flows that must be read at the next `update`; only the first `changedCount` entries are valid. */
  private readonly changed: ReadFlow[] = [];
  private changedCount = 0;

  /** Adds a flow whose values are all zero. */
  add(): void {
    if (this.flows === this.isActive.length) this.grow();
    this.flows++;
  }

  /** Records that a flow has changed; call this at most once per flow before the next `update`. */
  note(flow: ReadFlow): void {
    this.changed[this.changedCount++] = flow;
  }

  /** Reads the changed flows. */
  update(): void {
    for (let i = 0; i < this.changedCount; i++) this.changed[i].writeReadings(this);
    this.changedCount = 0;
  }

  private grow(): void {
    const { receivedBytes, arrivedBytes, srttMs, isActive } = this;
    const length = 2 * isActive.length;
    this.receivedBytes = new Float64Array(length);
    this.arrivedBytes = new Float64Array(length);
    this.srttMs = new Float64Array(length);
    this.isActive = new Uint8Array(length);
    this.receivedBytes.set(receivedBytes);
    this.arrivedBytes.set(arrivedBytes);
    this.srttMs.set(srttMs);
    this.isActive.set(isActive);
  }
}
