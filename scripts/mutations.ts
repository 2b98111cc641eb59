/** The forty faults that `npm run mutate` tries: one for each rule that would do most harm if no test watched it. */

/** A small fault that a test is expected to notice. */
export interface Mutation {
  /** Path from the repository's root. */
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly text: string;
  readonly instead: string;
  /** Effect of the fault, in words. */
  readonly breaks: string;
}

/** Returns the source with the fault in it; null if the text to replace is missing or occurs more than once. */
export function withFault(source: string, { text, instead }: Mutation): string | null {
  const [before, after, ...more] = source.split(text);
  return after === undefined || more.length > 0 ? null : before + instead + after;
}

export const mutations: readonly Mutation[] = [
  // Loop, links and what is recorded.
  {
    file: "src/engine/net/arrivals.ts",
    text: "this.head.dueNs < clock.nowNs",
    instead: "this.head.dueNs <= clock.nowNs",
    breaks: "what arrives now comes before a change that is made now",
  },
  {
    file: "src/engine/net/arrivals.ts",
    text: "    this.settled++;\n",
    instead: "",
    breaks: "arrivals do not count as events",
  },
  {
    file: "src/engine/core/event-queue.ts",
    text: "order === IN_TIME ? this.sequence++ : LATE + order",
    instead: "this.sequence++",
    breaks: "what is scheduled late comes in the order in which it was caught up with",
  },
  {
    file: "src/engine/net/delay-pipe.ts",
    text: "    if (packet.dueNs < tail.dueNs) packet.dueNs = tail.dueNs;\n",
    instead: "",
    breaks: "jitter and shorter delays reorder packets",
  },
  {
    file: "src/engine/net/port.ts",
    text: "    this.sizeBytes = 0;\n",
    instead: "",
    breaks: "a changed rate does not count for packets of the same size",
  },
  {
    file: "src/engine/trace/histogram.ts",
    text: "Math.max(1, Math.ceil((percent / 100) * count))",
    instead: "Math.max(1, Math.floor((percent / 100) * count))",
    breaks: "percentiles are those of a rank below",
  },
  {
    file: "src/engine/trace/bucket-recorder.ts",
    text: "      this.max[i] = -smaller(-this.max[left], -this.max[right]);\n",
    instead: "      this.max[i] = this.max[left];\n",
    breaks: "merging forgets the largest value of every second bucket",
  },
  {
    file: "src/engine/trace/jain.ts",
    text: "    this.active[flow] = 0;\n",
    instead: "",
    breaks: "flows that have left count as starved",
  },
  {
    file: "src/engine/trace/results.ts",
    text: "bytes = counts.receivedBytes - before.receivedBytes",
    instead: "bytes = counts.receivedBytes",
    breaks: "goodput counts the bytes of the warm-up",
  },
  // Queues.
  {
    file: "src/engine/aqm/codel/codel.ts",
    text: "host.backlogBytes() <= this.mtuBytes",
    instead: "host.backlogBytes() < this.mtuBytes",
    breaks: "CoDel signals although only one packet waits",
  },
  {
    file: "src/engine/aqm/codel/codel.ts",
    text: "const resumes = delta > 1 &&",
    instead: "const resumes =",
    breaks: "CoDel resumes a count of one",
  },
  {
    file: "src/engine/aqm/pie/law.ts",
    text: "    this.burstNs = this.settings.maxBurstNs;\n",
    instead: "",
    breaks: "PIE gives no burst allowance after a quiet time",
  },
  {
    file: "src/engine/aqm/drr-flows.ts",
    text: "    flow.deficit = this.quantumBytes;\n",
    instead: "",
    breaks: "a flow that was idle waits for its first quantum",
  },
  {
    file: "src/engine/aqm/red/law.ts",
    text: "      if (!this.waits) this.isAbove = false;\n",
    instead: "",
    breaks: "RED without wait counts on over certain signals",
  },
  // TCP.
  {
    file: "src/engine/tcp/on-ack.ts",
    text: "growsBySack(sender)) && state.mayGrow && !sender.ownsCwnd",
    instead: "growsBySack(sender)) && !sender.ownsCwnd",
    breaks: "a window that is not used grows",
  },
  {
    file: "src/engine/tcp/on-ack.ts",
    text: "if (state.una > sender.recoveryPoint) leaveReduction",
    instead: "if (state.una >= sender.recoveryPoint) leaveReduction",
    breaks: "a reduction for marks ends before CWR has arrived",
  },
  {
    file: "src/engine/tcp/on-ack.ts",
    text: "fresh && board.sackedOut >= DUP_THRESH",
    instead: "board.sackedOut >= DUP_THRESH",
    breaks: "without SACK one loss is reduced for twice",
  },
  {
    file: "src/engine/tcp/on-ack.ts",
    text: "  if (board.oldestSentNs < 0) return;\n",
    instead: "",
    breaks: "a retransmitted segment gives a round-trip sample",
  },
  {
    file: "src/engine/tcp/loss-recovery.ts",
    text: "(sender.congestion === LOSS && sender.timer.backoffs === 0)",
    instead: "sender.congestion === LOSS",
    breaks: "a second timeout in a row lowers ssthresh again",
  },
  {
    file: "src/engine/tcp/loss-probe.ts",
    text: "probe.end !== NONE || !sender.mayProbe",
    instead: "!sender.mayProbe",
    breaks: "one probe follows the other, and no timeout comes",
  },
  {
    file: "src/engine/tcp/undo.ts",
    text: "board.lowestOriginal >= 0 && board.lowestOriginal < recoveryPoint",
    instead: "board.lowestOriginal >= 0",
    breaks: "new data proves a timeout spurious",
  },
  {
    file: "src/engine/tcp/reordering-window.ts",
    text: "    !board.hasReordered &&\n",
    instead: "",
    breaks: "three SACKed segments prove a loss on a path that reorders",
  },
  {
    file: "src/engine/tcp/rtt-estimator.ts",
    text: "variation > floorNs ? variation : floorNs",
    instead: "floorNs",
    breaks: "the timeout does not grow with the variation of round trips",
  },
  {
    file: "src/engine/tcp/ecn.ts",
    text: "    if (packet.cwr) this.cwrPending = false;\n",
    instead: "",
    breaks: "CWR is sent with every segment",
  },
  {
    file: "src/engine/tcp/loss-recovery.ts",
    text: "mayGrow ? limit + 1 : limit",
    instead: "limit",
    breaks: "PRR does not return to slow start",
  },
  // Congestion controls.
  {
    file: "src/engine/cc/cubic/cubic.ts",
    text: "shrinking && this.fastConvergence",
    instead: "this.fastConvergence",
    breaks: "CUBIC lowers its old peak although it has grown",
  },
  {
    file: "src/engine/cc/cubic/growth.ts",
    text: "const EIGHTHS_PER_FRIENDLY_INCREASE = 15;",
    instead: "const EIGHTHS_PER_FRIENDLY_INCREASE = 8;",
    breaks: "CUBIC's Reno-friendly window grows as fast as Reno's",
  },
  {
    file: "src/engine/cc/backoff.ts",
    text: "Math.floor(cwnd * beta + 1e-9)",
    instead: "Math.floor(cwnd * beta)",
    breaks: "10 segments cut by 0.7 are 6",
  },
  // Scenarios.
  {
    file: "src/engine/scenario/normalise-load.ts",
    text: "    left -= count * inShortest;\n",
    instead: "",
    breaks: "each group of flows may offer as much as all together",
  },
  {
    file: "src/engine/scenario/settings.ts",
    text: "filter(([id]) => !values.has(id))",
    instead: "filter(([id]) => id !== COUNT.id)",
    breaks: "a short form overrules a flow's own value",
  },
  // Stories.
  {
    file: "src/engine/explain/run-index.ts",
    text: "one.flow === question.flow && one.kind === kind && one.timeNs <= untilNs",
    instead: "one.kind === kind && one.timeNs <= untilNs",
    breaks: "another flow's cut is told",
  },
  {
    file: "src/engine/explain/packet-tracer.ts",
    text: "    echo.latched ??= journey;\n",
    instead: "    echo.latched = journey;\n",
    breaks: "an echo is laid to the last mark instead of the first",
  },
  // Workers.
  {
    file: "src/workers/pool.ts",
    text: "if (outcome.ok) this.#known.set(",
    instead: "this.#known.set(",
    breaks: "a failed run is answered from memory",
  },
  {
    file: "src/workers/whole-runner.ts",
    text: "      if (this.#wanted !== null && (",
    instead: "      if (this.#wanted === run && (",
    breaks: "a newer run waits for the end of the older one",
  },
  // Tasks.
  {
    file: "src/teaching/check/check.ts",
    text: "met: runs.every(({ met }) => met)",
    instead: "met: runs.some(({ met }) => met)",
    breaks: "one good seed is enough",
  },
  {
    file: "src/teaching/check/grading.ts",
    text: "const passed = one.problems.length === 0 && verdict?.passed === true",
    instead: "const passed = verdict?.passed === true",
    breaks: "who changes what the task keeps can pass",
  },
  {
    file: "src/teaching/task/task.ts",
    text: "return packText(writeTask(studentsPart(task)));",
    instead: "return packText(writeTask(task));",
    breaks: "the link has the secrets",
  },
  // The page.
  {
    file: "src/ui/core/device.ts",
    text: " ?? storage.getItem(OLD_PREFIX + key)",
    instead: "",
    breaks: "what versions before have stored is lost",
  },
  {
    file: "src/ui/features/embed/host-messages.ts",
    text: "bench.store.get().frame.host.includes(origin)",
    instead: "bench.store.get().frame.host.length > 0",
    breaks: "any page around may change the run once one is named",
  },
  {
    file: "src/ui/shared/chart/svg-surface.ts",
    text: 'typeof content === "string" ? escaped(content)',
    instead: 'typeof content === "string" ? content',
    breaks: "a name can be markup in a picture",
  },
];
