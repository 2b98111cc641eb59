/** Faults in senders and receivers: acknowledgement, loss, timeout, window, ECN. */
import { inFile } from "./mutation.ts";

const tcp = (name: string) => `src/engine/tcp/${name}.ts`;

export const senderFaults = [
  ...inFile(
    tcp("on-ack"),
    [
      " - board.newestSentNs",
      " - board.oldestSentNs",
      "congestion controls take the delayed ACK for queueing",
    ],
    [
      "if (acked > 0 && sender.timer.ticks === null) sender.timer.backoffs = 0;\n",
      "if (acked > 0) sender.timer.backoffs = 0;\n",
      "a timer of coarse ticks forgets its backoff too early",
    ],
    [
      "growsBySack(sender)) && state.mayGrow && !sender.ownsCwnd",
      "growsBySack(sender)) && !sender.ownsCwnd",
      "a window that is not used grows",
    ],
    [
      "if (state.una > sender.recoveryPoint) leaveReduction",
      "if (state.una >= sender.recoveryPoint) leaveReduction",
      "a reduction for marks ends before CWR has arrived",
    ],
    [
      "fresh && board.sackedOut >= DUP_THRESH",
      "board.sackedOut >= DUP_THRESH",
      "without SACK one loss is reduced for twice",
    ],
    ["  if (board.oldestSentNs < 0) return;\n", "", "a retransmitted segment gives a round-trip sample"],
  ),
  ...inFile(
    tcp("sender"),
    [
      "state.una < state.usedUntil",
      "state.una <= state.usedUntil",
      "a full window counts as such for longer than its round trip",
    ],
    [
      "state.cwndLimited || out <= state.mostOut",
      "state.cwndLimited",
      "less out forgets what was out before",
    ],
    [
      "if (state.nxt === nxtBefore) return;\n",
      "",
      "an attempt that sends nothing says how the window is used",
    ],
  ),
  ...inFile(tcp("sender-state"), [
    "this.cwnd < 2 * this.mostOut",
    "this.cwnd < this.mostOut",
    "slow start grows to what was out, not to twice that",
  ]),
  ...inFile(tcp("handshake"), [
    "ecn.enabled && !ecn.isClassic ? ecn.ect : NOT_ECT",
    "NOT_ECT",
    "the last ACK of a sender that needs ECN is not ECT",
  ]),
  ...inFile("src/engine/cc/cubic-growth.ts", [
    "if (rttNs < this.delayMinNs) this.delayMinNs = rttNs;",
    "",
    "HyStart compares with the SYN's round trip",
  ]),
  ...inFile(tcp("sender"), [
    "const kept = (state.cwnd >> 1) + (state.cwnd >> 2);",
    "const kept = state.cwnd >> 1;",
    "after idle time slow start leads back to half the window",
  ]),
  ...inFile("src/engine/cc/hystart.ts", [
    "isSmall && !this.countsSmall",
    "isSmall",
    "HyStart counts rounds from a window of 16 on, whatever is set",
  ]),
  ...inFile(
    tcp("loss-recovery"),
    [
      "const STANDSTILL_ROUNDS = 2;",
      "const STANDSTILL_ROUNDS = 4;",
      "a recovery stands still for four round trips before the window is lowered again",
    ],
    [
      "una !== sender.standstillUna || standsStill",
      "una !== sender.standstillUna",
      "a recovery that stands still lowers the window at every loss",
    ],
    [
      "sender.congestion === CWR && sender.ecn.isClassic &&",
      "sender.congestion === CWR &&",
      "a loss costs DCTCP nothing while it reduces for marks",
    ],
    [
      "(sender.congestion === LOSS && sender.timer.backoffs === 0)",
      "sender.congestion === LOSS",
      "a second timeout in a row lowers ssthresh again",
    ],
    ["  sender.ecn.cwrPending = true;\n  sender.timer", "  sender.timer", "after a timeout CWR is not sent"],
    ["sender.ownsCwnd && ssthresh >= cwnd", "false", "reductions are counted that were none"],
  ),
  ...inFile(
    tcp("retransmission-timer"),
    [
      "      if (leftNs > 0) {\n        this.schedule(leftNs);\n        return STOPPED;\n      }\n",
      "",
      "a timeout expires at the time that was due before its restart",
    ],
    [
      "    if (this.state.nowNs + leftNs < this.pendingNs) this.schedule(leftNs);\n",
      "",
      "a timeout that has become shorter expires late",
    ],
    [
      "    this.pendingNs = FOREVER;\n    this.kind",
      "    this.kind",
      "after a timeout the timer is not set again",
    ],
  ),
  ...inFile(
    tcp("loss-probe"),
    [
      "probe.end !== NONE || !sender.mayProbe",
      "!sender.mayProbe",
      "one probe follows the other, and no timeout comes",
    ],
    ["  timer.restartFromNow();\n", "  timer.resumeTimeout();\n", "a probe takes nothing from the timeout"],
    [
      "const cameTwice = duplicateEnd === probe.end;",
      "const cameTwice = false;",
      "a probe for nothing costs a cut",
    ],
  ),
  ...inFile(
    tcp("undo"),
    [
      "board.lowestOriginal >= 0 && board.lowestOriginal < recoveryPoint",
      "board.lowestOriginal >= 0",
      "new data proves a timeout spurious",
    ],
    ["  sender.timer.backoffs = 0;\n", "", "a spurious timeout leaves the timer backed off"],
  ),
  ...inFile(
    tcp("undo"),
    [
      "Math.floor(state.cwnd / 2) + Math.floor(state.cwnd / 4)",
      "Math.floor(state.cwnd / 2)",
      "an undone reduction gives half of cwnd back as ssthresh, not three quarters",
    ],
    [
      "this.unanswered > 0 && seq >= this.marker",
      "this.unanswered > 0",
      "a DSACK from before a recovery undoes it",
    ],
    ["  if (isLossNone) board", "  board", "a recovery that ends for nothing forgets what else is lost"],
  ),
  ...inFile(
    tcp("reordering-window"),
    ["    !board.hasReordered &&\n", "", "three SACKed segments prove a loss on a path that reorders"],
    ["una < this.widenedAt", "false", "the reordering window grows with each DSACK of a round trip"],
  ),
  ...inFile(
    tcp("rtt-estimator"),
    [
      "variation > floorNs ? variation : floorNs",
      "floorNs",
      "the timeout does not grow with the variation of round trips",
    ],
    [
      "    state.rttvarNs = rttNs / 2;\n",
      "    state.rttvarNs = 0;\n",
      "the first round trip leaves no variation",
    ],
  ),
  ...inFile(
    tcp("receiver"),
    [
      "const isNew = seq > this.next && this.ranges.add(seq);",
      "const isNew = this.ranges.add(seq);",
      "a duplicate of what has arrived in order is SACKed",
    ],
    [
      "if (this.sacksAtHole < SACKS_AT_ONCE) {",
      "if (this.sacksAtHole <= SACKS_AT_ONCE) {",
      "the fourth SACK at a hole leaves at once",
    ],
    [
      "    let ackNow = packet.cwr || packet.isLast;",
      "    let ackNow = packet.isLast;",
      "a segment with CWR is acknowledged late",
    ],
    ["    if (this.quickAcksLeft > 0) this.quickAcksLeft--;\n", "", "quick ACKs after CE never end"],
  ),
  ...inFile(
    tcp("ecn"),
    [
      "if (ecn !== CE || this.echo) return false;",
      "if (ecn !== CE) return false;",
      "every CE of a round asks for quick ACKs again",
    ],
    ["    if (packet.cwr) this.cwrPending = false;\n", "", "CWR is sent with every segment"],
    [
      "    this.reportedCe = this.ceCount;\n    this.ect = NOT_ECT;",
      "    this.ect = NOT_ECT;",
      "marks from before a change of feedback are told of twice",
    ],
  ),
  ...inFile(
    tcp("window-reduction"),
    ["      if (unaAdvanced && !newlyLost) send++;\n", "", "PRR does not return to slow start"],
    [
      "Math.ceil((this.delivered * ssthresh) / this.priorCwnd)",
      "Math.floor((this.delivered * ssthresh) / this.priorCwnd)",
      "PRR rounds down what may be sent",
    ],
    ["    if (this.out === 0 && send < 1) send = 1;\n", "", "the fast retransmission waits for the window"],
  ),
  ...inFile(
    tcp("pacer"),
    ["departsNs > nowNs - 1 ? departsNs : nowNs", "nowNs", "a paced rate loses the fraction of each segment"],
    ["nowNs === this.burstNs", "true", "what is left of a burst leaves with what comes later"],
  ),
  ...inFile(
    tcp("delivery-rate"),
    [
      "intervalNs < state.minRttNs ? 0 : intervalNs",
      "intervalNs",
      "a segment sent again for nothing gives a rate that is too high",
    ],
    ["sendNs > ackNs ? sendNs : ackNs", "ackNs", "compressed ACKs give a rate that is too high"],
  ),
  ...inFile(
    tcp("sender"),
    [
      "  if (state.cwnd > settings.initialWindow) {\n",
      "  if (state.cwnd !== settings.initialWindow) {\n",
      "a pause raises a small window",
    ],
    [
      "if (state.inRecovery || congestion === CWR) return;",
      "if (state.inRecovery) return;",
      "a pause raises the ssthresh of a cut that is under way",
    ],
  ),
  ...inFile(
    "src/engine/cc/westwood.ts",
    [
      "Math.min(state.cwnd, this.pathWindow(state))",
      "this.pathWindow(state)",
      "a signal raises Westwood+'s window",
    ],
    [
      "    if (!state.timeoutLowered) return;\n",
      "",
      "a second timeout of one window lowers Westwood+'s ssthresh again",
    ],
    [
      "return this.tickNs > 0 ? Math.floor(bytes) : bytes;",
      "return bytes;",
      "Westwood+'s estimate keeps fractions of a byte a tick",
    ],
  ),
  ...inFile("src/engine/cc/bbr-path-model.ts", [
    "Math.floor((gain * Math.floor(share * PARTS)) / PARTS)",
    "(gain * Math.floor(share * PARTS)) / PARTS",
    "BBR's α counts shares of marks below a sixteenth",
  ]),
  ...inFile("src/engine/cc/hystart.ts", [
    "    if (!isInitial(state)) return acked;\n",
    "",
    "HyStart++ slows a slow start after a timeout",
  ]),
  ...inFile(
    "src/engine/cc/cubic.ts",
    [
      "shrinking && this.fastConvergence",
      "this.fastConvergence",
      "CUBIC lowers its old peak although it has grown",
    ],
    [
      "this.growth.wait(idleNs,",
      "this.growth.wait(0,",
      "CUBIC's curve goes on while there is nothing to send",
    ],
  ),
  ...inFile(
    "src/engine/cc/cubic-growth.ts",
    [
      "Math.min(this.epochNs + idleNs, latestNs)",
      "this.epochNs + idleNs",
      "CUBIC's curve begins after the pause is over",
    ],
    [
      "const EIGHTHS_PER_FRIENDLY_INCREASE = 15;",
      "const EIGHTHS_PER_FRIENDLY_INCREASE = 8;",
      "CUBIC's Reno-friendly window grows as fast as Reno's",
    ],
    [
      "    else if (tick === this.paceTick) return this.keepUpWithReno(state);\n",
      "",
      "CUBIC recomputes its pace with each ACK of a tick",
    ],
    [
      "tick - this.paceTick <= this.keptTicks",
      "tick - this.paceTick <= 0",
      "CUBIC recomputes its pace while cwnd stands",
    ],
  ),
  ...inFile("src/engine/cc/backoff.ts", [
    "Math.floor(cwnd * beta + 1e-9)",
    "Math.floor(cwnd * beta)",
    "10 segments cut by 0.7 are 6",
  ]),
  ...inFile("src/engine/cc/window-growth.ts", [
    "    state.cwndCredit = 0;\n    state.cwnd++;\n  }\n  state.cwndCredit += acked;\n",
    "    state.cwndCredit = 0;\n  }\n  state.cwndCredit += acked;\n",
    "a credit earned under a slower rule is lost",
  ]),
  ...inFile(
    "src/engine/own/templates.ts",
    ["betaEcn = 0.8 ratio", "betaEcn = 0.81 ratio", "the template of ABE cuts less than the built-in one"],
    [
      "  credit += left\n  if (credit >= tcp.cwnd) {",
      "  if (credit >= tcp.cwnd) {",
      "the templates that grow as NewReno do not grow",
    ],
    [", 1.5 * tcp.cwnd)", ", 9 * tcp.cwnd)", "the template of CUBIC grows by more than half a window"],
    [
      "  if (samples < 3) growAsReno(tcp)\n  else {",
      "  if (samples > 2) {",
      "the template of Vegas stays at a small window",
    ],
    [
      "windowEnd = tcp.nxt\n  delivered",
      "windowEnd = tcp.una\n  delivered",
      "the template of DCTCP averages at each ACK",
    ],
    [">= threshold", "> threshold", "the template of step marking lets one packet more wait"],
    [
      "nextMs += interval * root",
      "nextMs += interval",
      "the template of CoDel does not signal faster and faster",
    ],
    [
      "Math.round((queue.nowMs - idleSinceMs) * 1e6) / 1e9",
      "(queue.nowMs - idleSinceMs) / 1e3 - 1e-9",
      "the template of RED ages its average by a packet too few",
    ],
    [
      "if (p === 0 && delayMs < target / 2 &&",
      "if (delayMs < target / 2 &&",
      "the template of PIE lets bursts through too often",
    ],
  ),
];
