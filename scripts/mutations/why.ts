/** Faults in explanations: they name a different cause, packet, time, neighbour or rule than in the run. */
import { inFile } from "./mutation.ts";

const at = (name: string) => `src/engine/explain/${name}.ts`;

export const storyFaults = [
  ...inFile(
    at("flow-event-story"),
    ["effect?.decisions.includes(decision)", "effect !== null", "a cut is laid to the first ACK seen"],
    [
      'story.at(echoNs, { kind: "echoed"',
      'story.at(marked.arrivedNs, { kind: "echoed"',
      "the ECE is said to be back when the mark was received",
    ],
    [
      "hasCause(tracer, decision)) return",
      "decision.atNs > 0) return",
      "a cause that lies further back is not looked for",
    ],
  ),
  ...inFile(
    at("run-index"),
    [
      "one.flow === question.flow && one.kind === kind && one.timeNs <= untilNs",
      "one.kind === kind && one.timeNs <= untilNs",
      "another flow's cut is told",
    ],
    [
      "one.link === question.link && one.kind === kind && one.timeNs <= untilNs",
      "one.kind === kind && one.timeNs <= untilNs",
      "another link's mark is told",
    ],
    [
      "previous: i > 0 ? ask(alike[i - 1]) : null",
      "previous: i > 0 ? ask(alike[0]) : null",
      "the event before is the first of all",
    ],
    [
      "next: i + 1 < alike.length ? ask(alike[i + 1])",
      "next: i < alike.length ? ask(alike[i])",
      "the next event is the same once more",
    ],
    ["Math.abs(timeNs - atS * NS_PER_S)", "Math.abs(timeNs - atS)", "always the first event is told"],
  ),
  ...inFile(
    at("packet-tracer"),
    ["    if (packet.cwr) echo.latched = null;\n", "", "every cut is laid to the first mark of the run"],
    [
      "    echo.latched ??= journey;\n",
      "    echo.latched = journey;\n",
      "an echo is laid to the last mark instead of the first",
    ],
    ["    echo.first = null;\n", "", "an ACK tells of a mark that an earlier one has told of"],
    ["        if (kind[row] === LOG.marked) break;\n", "", "a marked packet is taken for dropped"],
  ),
  ...inFile(
    "src/engine/net/port.ts",
    [
      "const ahead = this.discipline.packets + (this.isSending && !this.isClosed ? 1 : 0);",
      "const ahead = this.discipline.packets;",
      "the packet on the wire is not counted among those ahead",
    ],
    [
      "const waitedNs = this.clock.nowNs - packet.enqueuedNs;\n    log.add(kind",
      "const waitedNs = this.clock.nowNs;\n    log.add(kind",
      "a mark is told with the run's time as its wait",
    ],
  ),
  ...inFile(
    "src/engine/trace/packet-log.ts",
    [
      "this.isOn ? ++this.sentPackets : 0",
      "this.isOn ? ++this.sentPackets : this.sentPackets",
      "a packet that was sent while no log was written passes for another one",
    ],
    ["columns[name].subarray(from)", "columns[name]", "a full log keeps its first rows"],
  ),
  ...inFile(
    at("explain-signal"),
    [
      "signal.explanation?.formula ?? genericRule(signal)",
      "genericRule(signal)",
      "the queue's own rule is not said",
    ],
    ["story.quote(signal.explanation, 1,", "story.quote(null, 1,", "the queue's own words are left out"],
  ),
  ...inFile(
    at("idle-times"),
    [
      "one.toNs > fromNs && one.fromNs < toNs",
      "one.toNs > fromNs",
      "a queue is said to run empty when it does so long after",
    ],
    ["const ROUNDS = 1.5;", "const ROUNDS = 4;", "pauses far apart are one stretch"],
    ["      last.idleNs += idleNs;\n", "", "of a stretch of pauses only the first counts as idle"],
  ),
  ...inFile(at("explain-cut"), [
    "one.flow === flow && one.timeNs > atNs &&",
    "one.timeNs > atNs &&",
    "another flow's cut is told as the next one",
  ]),
  ...inFile(
    at("journey"),
    [
      "(ack) => ack.tells === data) ??",
      "(ack) => ack.tells !== null) ??",
      "a mark is answered by the first echo seen",
    ],
    [
      ".sort((a, b) => a.seq - b.seq)",
      ".sort((a, b) => b.seq - a.seq)",
      "a cut for a loss is laid to the youngest packet that was lost",
    ],
    [
      "return sent.at(-1) ?? null;",
      "return sent[0] ?? null;",
      "a timeout is laid to an earlier sending of the packet",
    ],
    [
      "isForLoss(one) && one.atNs <= untilNs && firstLost(tracer, one) === data",
      "isForLoss(one) && one.atNs <= untilNs && data.seq >= one.una && data.seq < one.nxt",
      "a cut from before a drop is told as the answer to it",
    ],
    [
      "if (next > seq) return true;",
      "if (next >= seq) return true;",
      "a packet is acknowledged by the ACK that asks for it",
    ],
  ),
  ...inFile(
    at("stretch-tally"),
    [
      "    if (timeNs[row] < this.fromNs) return;\n",
      "",
      "arrivals before the stretch count in it, as they come to light in it",
    ],
    ["    this.idleNs += ns - this.sentNs;\n", "    this.idleNs += ns;\n", "a link is idle while it sends"],
    [
      "        if (!Number.isNaN(first) && cwnd.count > 0) cwnd.add(first);\n",
      "",
      "a window begins outside of its own range",
    ],
  ),
  ...inFile(at("share-stretch"), [
    "less.rttNs <= more.rttNs * NOTABLE",
    "less.rttNs >= more.rttNs * NOTABLE",
    "less is laid to the shorter round trip",
  ]),
  ...inFile(at("join-story"), [
    "previous: ask(order[at - 1]), next: ask(order[at + 1])",
    "previous: ask(order[at + 1]), next: ask(order[at - 1])",
    "the join before is told as the next one",
  ]),
  ...inFile(at("event-text"), [
    'event.kind === QUEUE_EVENT.mark ? "mark" : "loss"',
    'event.kind === QUEUE_EVENT.mark ? "loss" : "mark"',
    "a live run stops at a loss when it should at a mark",
  ]),
];
