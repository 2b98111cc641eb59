/** Made-up runs, a pool that answers on request, and a clock that the test advances. */
import { defaultScenario, type Scenario } from "../../../../src/engine/index.ts";
import type { Job, Outcome } from "../../../../src/experiments/experiment.ts";
import type { BatchJob, BatchWork, Pace, WorkerPool } from "../../../../src/ui/shared/runs/run-batch.ts";
import type { JobResult, Reply } from "../../../../src/workers/protocol.ts";
import { madeResults } from "../../core/made-runs.ts";

function madeJobs(count: number, scenario: Scenario = defaultScenario()): Job[] {
  return Array.from({ length: count }, (_, i) => ({ key: `run ${i + 1}`, scenario }));
}

export function madeOutcome(words: string): Outcome {
  return { figures: [], heatMaps: [], tables: [{ id: "t", title: words, head: [], rows: [] }], claims: [] };
}

/** Returns work whose outcome states the number of runs in it. */
export function madeWork(count: number, made: Partial<BatchWork> = {}): BatchWork {
  return {
    jobs: () => madeJobs(count),
    want: "results",
    read: ({ results }) => ({ packets: results.packets }),
    reduce: (readings) => madeOutcome(`${readings.size} readings`),
    cost: () => 1,
    ...made,
  };
}

function madeResult(digest: string): Reply<JobResult> {
  return { ok: true, value: { results: madeResults(), digest, snapshot: null, ended: [], turns: [] } };
}

interface Asked {
  readonly job: BatchJob;
  readonly answer: (reply: Reply<JobResult> | null) => void;
}

export class MadePool implements WorkerPool {
  readonly size: number;
  readonly asked: Asked[] = [];

  constructor(size = 2) {
    this.size = size;
  }

  run(job: BatchJob, _want: unknown, signal: AbortSignal): Promise<Reply<JobResult> | null> {
    return new Promise((resolve) => {
      const give = (reply: Reply<JobResult> | null) => {
        signal.removeEventListener("abort", stop);
        resolve(reply);
      };
      const stop = () => give(null);
      this.asked.push({ job, answer: give });
      signal.addEventListener("abort", stop);
    });
  }

  /** Answers all waiting requests, and those that follow from them, until no request waits. */
  async work(most = Number.POSITIVE_INFINITY): Promise<void> {
    for (let done = 0; done < most && this.asked.length > 0; done++) {
      const { job, answer } = this.asked.shift()!;
      answer(madeResult(`digest of ${job.key}`));
      await settled();
    }
  }
}

export class MadePace implements Pace {
  ms = 0;
  #waiting: { readonly act: () => void; readonly atMs: number }[] = [];

  nowMs(): number {
    return this.ms;
  }

  later(act: () => void, ms: number): void {
    this.#waiting.push({ act, atMs: this.ms + ms });
  }

  async pass(ms: number): Promise<void> {
    this.ms += ms;
    const due = this.#waiting.filter(({ atMs }) => atMs <= this.ms);
    this.#waiting = this.#waiting.filter(({ atMs }) => atMs > this.ms);
    for (const { act } of due) act();
    await settled();
  }
}

/** Waits until all settled promises have taken effect. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}
