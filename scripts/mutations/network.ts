/** Faults in links, queues, traffic, and their recordings. */
import { inFile } from "./mutation.ts";

export const networkFaults = [
  ...inFile(
    "src/engine/net/link.ts",
    [
      "    this.pipe.delayNs = this.delayNs + this.addedDelayNs;\n",
      "    this.pipe.delayNs = this.delayNs;\n",
      "the delay pattern is forgotten at a change of the path",
    ],
    [
      "    if (ns > 0) this.port.out = this;\n",
      "",
      "a delay pattern on a link without a delay of its own does nothing",
    ],
    [
      " * BITS_PER_MEGABIT * this.rateFactor;",
      " * BITS_PER_MEGABIT;",
      "the capacity pattern is forgotten at a change of the path",
    ],
    [
      "      this.pool.release(packet);\n      return;",
      "      return;",
      "packets lost at random are never given back",
    ],
  ),
  ...inFile(
    "src/engine/net/arrivals.ts",
    [
      "this.head.dueNs < clock.nowNs",
      "this.head.dueNs <= clock.nowNs",
      "what arrives now comes before a change that is made now",
    ],
    [
      "    if (ns <= this.patienceNs) this.patienceNs = ns - 1;\n",
      "",
      "nobody looks at receivers in time for their answers",
    ],
    ["    this.farClock.nowNs = packet.dueNs;\n", "", "receivers do not know when a packet arrived"],
    ["    this.settled++;\n", "", "arrivals do not count as events"],
  ),
  ...inFile(
    "src/engine/core/event-queue.ts",
    [
      "order === IN_TIME ? this.sequence++ : LATE + order",
      "this.sequence++",
      "what is scheduled late comes in the order in which it was caught up with",
    ],
    [
      "    keys[at + SINCE_NS] = nowNs;\n    keys[at + ORDER] = order",
      "    keys[at + ORDER] = order",
      "a late event has no time of scheduling",
    ],
  ),
  ...inFile("src/engine/group.ts", [
    "    if (this.acks.head?.next === null) this.settle();\n",
    "",
    "an ACK that is there already is scheduled later than in its turn",
  ]),
  ...inFile("src/engine/net/delay-pipe.ts", [
    "    if (packet.dueNs < tail.dueNs) packet.dueNs = tail.dueNs;\n",
    "",
    "jitter and shorter delays reorder packets",
  ]),
  ...inFile(
    "src/engine/net/pattern.ts",
    [
      "{ atNs: 0, value: range.neutral },",
      "{ atNs: 0, value: 1 },",
      "a square wave of delay adds a millisecond in its first half",
    ],
    ["step.atNs <= before.atNs", "step.atNs < before.atNs", "two steps at the same time are taken"],
    ["known[known.length - 1].atNs >= periodS * NS_PER_S", "false", "a step beyond the period is taken"],
  ),
  ...inFile(
    "src/engine/net/port.ts",
    [
      "    this.longestQueue = this.discipline.packets;\n",
      "    this.longestQueue = 0;\n",
      "the queue that stands at the end of the warm-up is not counted",
    ],
    ["    this.sizeBytes = 0;\n", "", "a changed rate does not count for packets of the same size"],
    ["(heldNs < fullNs ? heldNs : fullNs)", "heldNs", "a bucket of tokens never overflows"],
    ["    this.filledNs = nowNs;\n", "", "a bucket fills up again by what it has had before"],
  ),
  ...inFile(
    "src/engine/net/port.ts",
    [
      "this.partlySent.bytes + TUN_HEADER_BYTES",
      "this.partlySent.bytes",
      "a packet takes no TUN header of an opportunity",
    ],
    [
      "this.leftBytes -= part;",
      "this.leftBytes = 0;",
      "a packet that does not fit into an opportunity leaves all the same",
    ],
    ["      this.takenBytes += part;\n", "", "bytes of opportunities do not count as used"],
  ),
  ...inFile(
    "src/engine/net/capacity-trace.ts",
    [
      "const OPPORTUNITY_BYTES = 1504",
      "const OPPORTUNITY_BYTES = 1500",
      "an opportunity has room for the packet alone",
    ],
    [
      "const isLast = repeats &&",
      "const isLast = false &&",
      "opportunities at 0 ms are lost from the second round on",
    ],
    ["    if (rateBps[i] > 0) return;\n", "    return;\n", "packets begin in an outage"],
    [
      "    if (lasts <= holdsNs - goneNs) {",
      "    if (true) {",
      "a transmission keeps the rate that it began with",
    ],
  ),
  ...inFile("src/engine/trace/recorder.ts", [
    "      link.port.restartLongestQueue();\n",
    "",
    "the longest queue counts from before the warm-up's end",
  ]),
  ...inFile(
    "src/engine/trace/histogram.ts",
    [
      "Math.max(1, Math.ceil((percent / 100) * count))",
      "Math.max(1, Math.floor((percent / 100) * count))",
      "percentiles are those of a rank below",
    ],
    [
      "    this.exact.set([0, Number.POSITIVE_INFINITY, 0]);\n",
      "",
      "mean and extremes go on counting from before the warm-up's end",
    ],
  ),
  ...inFile(
    "src/engine/trace/bucket-recorder.ts",
    [
      "Math.floor(spanNs / this.capacity) + 1;",
      "Math.floor(spanNs / this.capacity);",
      "a record at the very end of a run merges its series",
    ],
    [
      "      this.max[i] = -smaller(-this.max[left], -this.max[right]);\n",
      "      this.max[i] = this.max[left];\n",
      "merging forgets the largest value of every second bucket",
    ],
  ),
  ...inFile(
    "src/engine/trace/event-log.ts",
    [
      "if (this.total++ % this.stride !== 0) return;",
      "this.total++;",
      "a full log keeps every event from then on",
    ],
    ["    this.stride *= 2;\n", "", "a thinned log does not say how much it left out"],
  ),
  ...inFile(
    "src/engine/trace/jain.ts",
    ["    this.base.set(received);\n", "", "a join does not begin the count of bytes anew"],
    ["    this.active[flow] = 0;\n", "", "flows that have left count as starved"],
  ),
  ...inFile(
    "src/engine/trace/results.ts",
    [
      "Math.min(nowNs, flow.stopNs, isComplete",
      "Math.min(nowNs, isComplete",
      "goodput of a stopped flow counts the time after its stop",
    ],
    ["      link: link.losses - before.losses,", "      link: link.losses,", "losses of the warm-up count"],
    [
      "bytes = counts.receivedBytes - before.receivedBytes",
      "bytes = counts.receivedBytes",
      "goodput counts the bytes of the warm-up",
    ],
    [
      "Math.max(flow.startNs, recorder.sinceNs)",
      "recorder.sinceNs",
      "goodput of a late comer counts the time before its start",
    ],
  ),
  ...inFile("src/engine/trace/statistics.ts", [
    "    const lastNs = this.clock.nowNs - this.sinceNs;\n",
    "    const lastNs = 0;\n",
    "a window's mean leaves out what it has been last",
  ]),
  ...inFile(
    "src/engine/traffic/http.ts",
    [
      "    this.toArrive = this.toRequest;\n",
      "    this.toArrive = 1;\n",
      "a page ends with its first object",
    ],
    ["    this.isConnected = false;\n", "", "a session goes on over the connection of the one before"],
    ["isLast ? SESSION_GAP : PAGE_GAP", "PAGE_GAP", "sessions follow each other as pages do"],
    [
      "!this.persistent || !this.isConnected)",
      "!this.isConnected)",
      "objects share a connection that is not persistent",
    ],
  ),
  ...inFile(
    "src/engine/traffic/on-off.ts",
    [
      "this.reconnect || !this.hasConnection",
      "this.reconnect",
      "traffic that keeps its connection asks for one it does not have",
    ],
    ["this.lengthNs(this.offS)", "this.lengthNs(this.onS)", "silence lasts as long as sending"],
  ),
  ...inFile(
    "src/engine/traffic/cbr.ts",
    [
      "    this.nextNs += this.distanceNs;\n",
      "    this.nextNs = Math.ceil(this.nextNs) + this.distanceNs;\n",
      "a constant rate is off by the rounding of each datagram",
    ],
    ["this.host.random() * this.distanceNs", "this.distanceNs", "equal sources send in step for ever"],
  ),
  ...inFile("src/engine/traffic/poisson.ts", [
    "    this.startNs.delete(transfer);\n    this.host.noteResponse",
    "    this.host.noteResponse",
    "memory grows with every short flow",
  ]),
  ...inFile("src/engine/traffic/random-size.ts", [
    "Math.min(size, LARGEST_IN_MEANS * mean)",
    "size",
    "a heavy tail's rarest draw outlasts the run",
  ]),
  ...inFile(
    "src/engine/aqm/codel-law.ts",
    [
      "host.backlogBytes() <= this.largestPacketBytes",
      "host.backlogBytes() < this.largestPacketBytes",
      "CoDel signals although only one packet waits",
    ],
    ["const resumes = delta > 1 &&", "const resumes =", "CoDel resumes a count of one"],
    ["    this.lastCount = this.count;\n", "", "CoDel forgets what its last dropping state added"],
  ),
  ...inFile(
    "src/engine/aqm/pie-law.ts",
    [
      "this.p === 0 ? 0 : this.accumulated + this.p",
      "this.accumulated + this.p",
      "PIE keeps what has accumulated while p is 0",
    ],
    ["    this.burstNs = this.settings.maxBurstNs;\n", "", "PIE gives no burst allowance after a quiet time"],
  ),
  ...inFile(
    "src/engine/aqm/kernel-timer.ts",
    [
      "(Math.floor(ticks / slot) + 1)",
      "Math.ceil(ticks / slot)",
      "a kernel's timer runs at the tick that it is set for",
    ],
    [
      "ticks > LARGEST_SLOT_INDEX * slot",
      "ticks > 2 * LARGEST_SLOT_INDEX * slot",
      "long timers run as exactly as short ones",
    ],
  ),
  ...inFile(
    "src/engine/flow-connections.ts",
    [
      "      if (found.isIdle && found.transfer < 0) break;\n",
      "      break;\n",
      "a connection that goes on with a further transfer is taken for idle",
    ],
    [
      "    found.readBytes = 0;\n",
      "",
      "what a connection used anew brings counts only beyond what the last one brought",
    ],
    ["    this.offered = [];\n", "", "each cut looks at all connections that ever had something to send"],
  ),
  ...inFile("src/engine/flow-connections.ts", [
    "      if (heap[parent].index <= connection.index) break;\n",
    "",
    "the connection that was idle last is used first",
  ]),
  ...inFile("src/engine/network.ts", [
    "  if (ofFlow === 0) return true;\n",
    "",
    "flows that come late are shut out by those that are there",
  ]),
  ...inFile("src/engine/aqm/drr-flows.ts", [
    "    flow.deficit = this.quantumBytes;\n",
    "",
    "a flow that was idle waits for its first quantum",
  ]),
  ...inFile(
    "src/engine/aqm/red-law.ts",
    [
      "found.value < this.min || (this.waits && packets <= 1)",
      "found.value < this.min",
      "RED with wait signals although no packet waits",
    ],
    ["      if (!this.waits) this.isAbove = false;\n", "", "RED without wait counts on over certain signals"],
    [
      "if (!this.waits) this.drawn = port.random();\n    return SIGNAL",
      "return SIGNAL",
      "RED without wait draws once and never again",
    ],
  ),
];
