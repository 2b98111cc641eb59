/**
 * Answers requests that need a run to be repeated: an explanation, delays of each flow, a file of packets. This code is loaded
 * with the first such request, because plots do not need it.
 */
import type { FlowDelays, Question, Scenario, Story } from "../engine/index.ts";
import type { PacketLog } from "../engine/replays.ts";
import { flowDelaysOf, packetCsvOf, pcapngOf, qlogOf, SNAP_BYTES, Storyteller } from "../engine/replays.ts";
import { LatestWins } from "./picture-runner.ts";
import type { FilePieces, PacketFileWish, ProgramTrial } from "./protocol.ts";
import { EVENTS_PER_LOOK, type RunnerEnvironment } from "./simulating.ts";

/** Duration of a test of programs (ms). A program may still fail later; then the run reports it. */
const LONGEST_TRIAL_MS = 2000;

/** Tests, before a run is shown, whether its programs end early. */
export class TrialRunner {
  #around: RunnerEnvironment;
  #latest: LatestWins;

  constructor(around: RunnerEnvironment) {
    this.#around = around;
    this.#latest = new LatestWins(around);
  }

  run(scenario: Scenario): Promise<ProgramTrial | null> {
    return this.#latest.answer(() => this.#trial(scenario));
  }

  *#trial(scenario: Scenario): Generator<undefined, ProgramTrial> {
    const { create, nowMs } = this.#around;
    const startMs = nowMs();
    const simulation = create(scenario);
    for (;;) {
      const isOver = simulation.advance(Number.POSITIVE_INFINITY, EVENTS_PER_LOOK);
      const ended = simulation.programs().find(({ stopped }) => stopped !== null);
      if (ended?.stopped) return { stopped: ended.stopped };
      if (isOver || nowMs() - startMs > LONGEST_TRIAL_MS) return { stopped: null };
      yield;
    }
  }
}

/** Answers questions about runs. The index of a run is kept for the next question. */
export class StoryRunner {
  #around: RunnerEnvironment;
  #latest: LatestWins;
  #kept: { readonly key: string; readonly teller: Storyteller } | null = null;

  constructor(around: RunnerEnvironment) {
    this.#around = around;
    this.#latest = new LatestWins(around);
  }

  tell(scenario: Scenario, question: Question, seenS: number): Promise<Story | null> {
    return this.#latest.answer(() => this.#story(scenario, question, seenS));
  }

  *#story(scenario: Scenario, question: Question, seenS: number): Generator<undefined, Story> {
    const { create } = this.#around;
    const key = JSON.stringify(scenario);
    if (this.#kept?.key !== key)
      this.#kept = { key, teller: new Storyteller(scenario, (log) => create(scenario, log)) };
    try {
      return yield* this.#kept.teller.tell(question, seenS);
    } catch (error) {
      this.#kept = null;
      throw error;
    }
  }
}

/** Counts the queueing delays of each flow. */
export class DelaysRunner {
  #around: RunnerEnvironment;
  #latest: LatestWins;

  constructor(around: RunnerEnvironment) {
    this.#around = around;
    this.#latest = new LatestWins(around);
  }

  /** Returns the queueing delays of each flow at the link with index `link`, up to `untilS`. */
  count(scenario: Scenario, link: number, untilS: number): Promise<FlowDelays | null> {
    const { create } = this.#around;
    return this.#latest.answer(() => flowDelaysOf(scenario, (log) => create(scenario, log), link, untilS));
  }
}

/** Maximum size of a file (bytes); a browser could not hold a larger one together with the page. */
const MOST_FILE_BYTES = 400e6;

/** Writes packets to files. */
export class PacketFileRunner {
  #around: RunnerEnvironment;
  #latest: LatestWins;
  #mostBytes: number;

  constructor(around: RunnerEnvironment, mostBytes = MOST_FILE_BYTES) {
    this.#around = around;
    this.#latest = new LatestWins(around);
    this.#mostBytes = mostBytes;
  }

  write(scenario: Scenario, wish: PacketFileWish): Promise<FilePieces | null> {
    return this.#latest.answer(() => this.#pieces(scenario, wish));
  }

  *#pieces(scenario: Scenario, wish: PacketFileWish): Generator<undefined, FilePieces> {
    const pieces: (string | Uint8Array<ArrayBuffer>)[] = [];
    let bytes = 0;
    for (const piece of this.#file(scenario, wish)) {
      if (piece.length > 0) pieces.push(piece);
      bytes += piece.length;
      if (bytes > this.#mostBytes)
        throw new Error(
          `the file would be larger than ${this.#mostBytes / 1e6} MB: zoom into a shorter stretch, or use the command line`,
        );
      yield;
    }
    return pieces;
  }

  #file(scenario: Scenario, { format, point, stamp, program, fromS, toS }: PacketFileWish) {
    const make = (log: PacketLog) => this.#around.create(scenario, log);
    switch (format) {
      case "csv": {
        const head = [program, ...stamp].map((line) => `# ${line}\n`).join("");
        return packetCsvOf(scenario, make, { fromS, toS, stamp: head });
      }
      case "pcapng":
        return pcapngOf(scenario, make, {
          ...{ fromS, toS, program, comments: stamp },
          points: [point],
          snapBytes: SNAP_BYTES,
        });
      case "qlog":
        return qlogOf(scenario, make, { fromS, toS, title: program, description: stamp.join(" ") });
    }
  }
}
