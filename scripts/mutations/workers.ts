/** Faults in the runs outside the page: pool, supervision, whole and live runs. */
import { inFile } from "./mutation.ts";

const at = (name: string) => `src/workers/${name}.ts`;

export const workerFaults = [
  ...inFile(
    at("pool"),
    [
      "const distinct = new Map(jobs.map((job) => [job.key, job]));",
      "const distinct = new Map(jobs.map((job) => [{ ...job }.key + Math.random(), job]));",
      "equal jobs are run twice",
    ],
    [
      'known !== undefined && batch.want === "results"',
      "known !== undefined",
      "a run whose series are wanted is answered without them",
    ],
    ["      if (hand.batch !== batch) continue;\n", "", "cancelling one batch stops the runs of the others"],
    [
      "    for (const hand of this.#hands) hand.worker.drop();\n",
      "",
      "a closed pool leaves its workers running",
    ],
    ["if (outcome.ok) this.#known.set(", "this.#known.set(", "a failed run is answered from memory"],
  ),
  ...inFile(
    at("supervised-worker"),
    ["    if (this.#failures > 1) {", "    if (this.#failures > 2) {", "a task is tried a third time"],
    ["    this.#failures = 0;\n", "", "failures of an earlier task count against the next"],
    ["    this.#hasAnswered = false;\n", "", "a restarted worker is not given time to load"],
    ["        this.#watchdog.sign();\n", "", "a worker that is heard is taken for dead"],
    ["        if (!isMine()) return;\n", "", "a terminated worker is still listened to"],
  ),
  ...inFile(
    at("supervised-worker"),
    [
      "    if (this.#end !== null) return;\n",
      "    this.rest();\n",
      "asking again excuses a silence that lasts",
    ],
    ["    this.rest();\n    this.#bark();", "    this.#bark();", "the watchdog barks on and on"],
  ),
  ...inFile(
    at("whole-runner"),
    [
      "      if (this.#wanted !== null && (",
      "      if (this.#wanted === run && (",
      "a newer run waits for the end of the older one",
    ],
    [
      "Math.max(SNAPSHOT_INTERVAL_MS, costMs * (WORK_PER_SNAPSHOT - 1))",
      "SNAPSHOT_INTERVAL_MS",
      "dear snapshots take up the time of a run",
    ],
    [
      "&& !endIsNear(simulation, fromS, nowMs() - startMs, lateMs)",
      "",
      "a snapshot on the way delays an end that is near",
    ],
    [
      "      if (this.#toStop === run.id) {",
      "      if (this.#toStop !== null) {",
      "a newer run is stopped too",
    ],
    [
      "stopped?.id === id ? stopped.simulation : null",
      "stopped === null ? null : stopped.simulation",
      "another run takes up where a stopped one was",
    ],
    ["        this.#audience.error(run.id, errorText(what, error));\n", "", "a run that fails says nothing"],
  ),
  ...inFile(
    at("live-runner"),
    [
      "Math.min(nowMs - this.#clockMs, LONGEST_LEAP_MS)",
      "nowMs - this.#clockMs",
      "time leaps after the machine has slept",
    ],
    [
      "    } else if (this.playing && !this.reached) {\n      this.#stayHere();\n",
      "",
      "a network too busy for its speed piles up debt",
    ],
    [
      "    this.#stopPlaying();\n    this.#steps = [];",
      "    this.#stopPlaying();",
      "a pause leaves waiting steps to be done",
    ],
    [
      "    this.followClock(nowMs);\n    this.speed = speed;",
      "    this.speed = speed;",
      "a new speed also counts for the time before it",
    ],
    [
      "return Math.min(...this.simulation",
      "return Math.max(...this.simulation",
      "a step of a round trip takes the longest one",
    ],
    [
      "        if (!this.simulation.done) this.simulation.change(command.change);",
      "        this.simulation.change(command.change);",
      "a change that comes too late is an error",
    ],
  ),
  ...inFile(
    at("live-runner"),
    [
      "    this.#shownScenario = null;\n    this.#snapshotMs",
      "    this.#snapshotMs",
      "a new session does not show its scenario",
    ],
    ["      if (nowMs() >= untilMs) return;\n", "", "a frame takes as long as its goal is far"],
    ["    session.seq = seq;\n", "", "frames do not say which command they have seen"],
  ),
  ...inFile(at("worker-api"), [
    "if (value.buffer instanceof ArrayBuffer) into.add(value.buffer);",
    "",
    "series are copied instead of handed over",
  ]),
];
