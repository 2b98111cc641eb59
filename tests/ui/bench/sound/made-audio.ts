/** An AudioContext that makes no sound: it notes what its nodes are told, and its clock stands until it is moved. */

type Call = readonly [method: string, ...values: number[]];

export class MadeParam {
  value = 0;
  readonly calls: Call[] = [];
  setTargetAtTime(value: number, atS: number, constantS: number): void {
    this.calls.push(["target", value, atS, constantS]);
  }
  setValueAtTime(value: number, atS: number): void {
    this.calls.push(["value", value, atS]);
  }
  linearRampToValueAtTime(value: number, atS: number): void {
    this.calls.push(["line", value, atS]);
  }
  exponentialRampToValueAtTime(value: number, atS: number): void {
    this.calls.push(["curve", value, atS]);
  }
}

export class MadeNode {
  readonly kind: string;
  readonly gain = new MadeParam();
  readonly frequency = new MadeParam();
  readonly Q = new MadeParam();
  type = "";
  loop = false;
  buffer: unknown = null;
  onended: (() => void) | null = null;
  startedS: number | null = null;
  stoppedS: number | null = null;
  readonly to: MadeNode[] = [];
  constructor(kind: string) {
    this.kind = kind;
  }
  connect(node: MadeNode): void {
    this.to.push(node);
  }
  disconnect(): void {
    this.to.length = 0;
  }
  start(atS = 0): void {
    this.startedS = atS;
  }
  stop(atS = 0): void {
    this.stoppedS = atS;
  }
}

/** Whether the browser lets it begin. */
export type Leave = "given" | "withheld";

export class MadeAudio {
  currentTime = 0;
  readonly sampleRate = 8000;
  readonly destination = new MadeNode("destination");
  readonly nodes: MadeNode[] = [];
  state = "suspended";
  readonly #leave: Leave;
  constructor(leave: Leave) {
    this.#leave = leave;
  }
  #made(kind: string): MadeNode {
    const node = new MadeNode(kind);
    this.nodes.push(node);
    return node;
  }
  createGain = () => this.#made("gain");
  createOscillator = () => this.#made("oscillator");
  createBiquadFilter = () => this.#made("filter");
  createBufferSource = () => this.#made("noise");
  createBuffer = (_channels: number, length: number) => {
    const samples = new Float32Array(length);
    return { getChannelData: () => samples };
  };
  resume(): Promise<void> {
    // A browser that withholds it leaves the promise open.
    if (this.#leave === "withheld") return new Promise(() => undefined);
    if (this.state !== "closed") this.state = "running";
    return Promise.resolve();
  }
  suspend(): Promise<void> {
    if (this.state !== "closed") this.state = "suspended";
    return Promise.resolve();
  }
  close(): Promise<void> {
    this.state = "closed";
    return Promise.resolve();
  }
  /** Those that sound without an end. */
  get held(): MadeNode[] {
    return this.nodes.filter(({ startedS, stoppedS }) => startedS !== null && stoppedS === null);
  }
  /** Of the tone, the first oscillator. */
  get pitches(): number[] {
    const tones = this.nodes.filter(({ kind, type }) => kind === "oscillator" && type === "triangle");
    return tones.flatMap(({ frequency }) =>
      frequency.calls.filter(([how]) => how === "target").map(([, hz]) => hz),
    );
  }
}
