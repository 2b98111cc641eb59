/** The lesson that is being written: stored on the device as it is typed, and tried with runs in the workers. */

import { type Scenario, type Snapshot, scenarioFromUrl, scenarioToUrl } from "../../../engine/index.ts";
import type { LessonRuns } from "../../../teaching/document/conditions.ts";
import { PROGRAM_READER } from "../../../teaching/document/file-programs.ts";
import type { Lesson } from "../../../teaching/document/lesson.ts";
import { type TriedClaim, tryLesson } from "../../../teaching/document/lesson-trial.ts";
import { RunLimits } from "../../../workers/pool.ts";
import type { Stored } from "../../core/device.ts";
import type { WorkerPool } from "../../shared/runs/run-batch.ts";

/** A template of three steps with true claims: a prediction, the run, the explanation. */
export const LESSON_TEMPLATE = `---
kind: lesson
id: my-lesson
lang: en
title: What does a gentler cut do?
minutes: 5
learn: Why a sender that halves its window on a mark leaves a link idle.
---

One flow with ECN passes a CoDel queue. Say in one or two sentences what this is about.

## What will happen?

step: predict
bench: #v=2
look: [the sawtooth](#point=cwnd)
holds: utilisation < 85 %

Each tooth is one cut: β_ecn is {setting beta-ecn}. The link is busy {utilisation} of the time.
What will happen if the sender keeps 80 %?

- [ ] The link is less busy.
  > A smaller cut means more cuts, and each costs less.
- [x] The link is busier.
  > Right: the smaller the cut, the sooner cwnd is back at its peak.

## The same path with β_ecn 0.8

step: run
bench: #v=2&beta-ecn=0.8&pin=v%3D2
look: [how full the link is](#point=throughput)
holds: utilisation change > 10 %

The run with 0.5 stays behind in grey.

## Compare with your prediction

step: compare

The link is now busy {utilisation} of the time, {utilisation change} more than before.

> if right: Well predicted.

## Why

step: explain

After a deep cut, cwnd takes many round trips to grow back. As long as it is below what the path holds,
the link stands idle.
`;

/** Length limit (characters). A longer lesson does not fit into a URL. */
const LONGEST = 200_000;

export const LESSON_DRAFT: Stored<string> = {
  key: "lesson-draft",
  what: "the lesson",
  none: "",
  isDraft: true,
  read(text) {
    if (text.length > LONGEST || text.includes("\u0000"))
      throw new Error("This is not the text of a lesson.");
    return text;
  },
  write: (text) => text,
};

/** Thrown for a run whose result is not known yet. */
class Missing extends Error {
  readonly scenario: Scenario;

  constructor(scenario: Scenario) {
    super("not run yet");
    this.scenario = scenario;
  }
}

/** Runs of a lesson, cached for all parts of the lesson. */
export class LessonRunner {
  readonly #pool: WorkerPool;
  readonly #known = new Map<string, Snapshot>();
  readonly #limits = new RunLimits();

  constructor(pool: WorkerPool) {
    this.#pool = pool;
  }

  /**
   * Tries the claims, tasks and drawings of a lesson, like `sim lesson`. Returns null if it was cancelled. Throws an
   * error with a message for the user.
   */
  async tried(lesson: Lesson, signal: AbortSignal): Promise<TriedClaim[] | null> {
    for (;;) {
      try {
        return tryLesson(lesson, (scenario) => {
          const known = this.#known.get(scenarioToUrl(scenario));
          if (known === undefined) throw new Missing(scenario);
          return known;
        });
      } catch (error) {
        if (!(error instanceof Missing)) throw error;
        if ((await this.#run(error.scenario, signal)) === null) return null;
      }
    }
  }

  /** Returns the runs of a step's bench: its own and the pinned one. */
  async runsAt(fragment: string, signal: AbortSignal): Promise<LessonRuns | null> {
    const { scenario, view } = scenarioFromUrl(fragment, PROGRAM_READER);
    const pinnedScenario = view.pin === undefined ? null : scenarioFromUrl(view.pin, PROGRAM_READER).scenario;
    const run = await this.#run(scenario, signal);
    const pinned = pinnedScenario && (await this.#run(pinnedScenario, signal));
    if (run === null) return null;
    return { scenario, run: run.results, pinnedScenario, pinned: pinned?.results ?? null };
  }

  async #run(scenario: Scenario, signal: AbortSignal): Promise<Snapshot | null> {
    const key = scenarioToUrl(scenario);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const reply = await this.#pool.run(
      { key, scenario, limit: this.#limits.of(scenario) },
      "snapshot",
      signal,
    );
    if (reply === null || signal.aborted) return null;
    if (!reply.ok) throw new Error(reply.message);
    const { snapshot } = reply.value;
    if (snapshot === null) throw new Error("The run has no series.");
    this.#known.set(key, snapshot);
    return snapshot;
  }
}
