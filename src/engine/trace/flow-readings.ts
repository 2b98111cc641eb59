/**
 * What samples need of every flow, in columns by flow. A flow that something happens to says so; of all others it is known
 * already. So a sample costs what has happened since the last one, and passes over columns.
 */

/** Of whom it is read. */
export interface ReadFlow {
  readonly index: number;
  /** Writes its entries. */
  writeReadings(columns: FlowReadings): void;
}

export class FlowReadings {
  /** Payload that has arrived in order. */
  receivedBytes = new Float64Array(8);
  /** Payload that has arrived, in order or not, once or again. */
  arrivedBytes = new Float64Array(8);
  /** Of the connection used last; 0 while the flow does not compete or has no sample. */
  srttMs = new Float64Array(8);
  /** 1 while it competes. */
  isActive = new Uint8Array(8);
  /** How many flows there are. */
  flows = 0;
  /** Those to be read anew, the first `changedCount`. */
  private readonly changed: ReadFlow[] = [];
  private changedCount = 0;

  /** One more flow, that has done nothing so far. */
  add(): void {
    if (this.flows === this.isActive.length) this.grow();
    this.flows++;
  }

  /** Once per flow until the next `update`. */
  note(flow: ReadFlow): void {
    this.changed[this.changedCount++] = flow;
  }

  /** Reads what has changed. */
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
