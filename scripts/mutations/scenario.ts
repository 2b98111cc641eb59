/** Faults in the meaning of a scenario: reading, setting values, links, changes during the run. */
import { inFile } from "./mutation.ts";

const at = (name: string) => `src/engine/scenario/${name}.ts`;

export const scenarioFaults = [
  ...inFile(
    at("apply-change"),
    ["  link.sharesQueue = false;\n", "", "a link's own queue still follows the queue of all"],
    [
      "    if (link.sharesQueue) changeQueue(",
      "    changeQueue(",
      "a change of the queue reaches links that have one of their own",
    ],
    [
      "    listener.queueReplaced(network.links.indexOf(link));\n",
      "",
      "probes of the queue before stay in the plot",
    ],
    [
      "  return { aqm, params: { ...params, limit: queue.params.limit } };",
      "  return { aqm, params };",
      "another discipline in mid-run forgets the buffer's size",
    ],
    [
      'if (id === "ecn" && congestionControlById(spec.cc).needsEcn !== undefined) return;',
      "",
      "ECN of a sender that needs it can be switched off in mid-run",
    ],
    [
      "      if (change.flow === null && stopNs <= flow.startNs) continue;\n",
      "",
      "a stop of all flows also stops those that start after it",
    ],
    ["      connection.sender.ecn.enabled = ecn;\n", "", "a sender that needs ECN takes over without it"],
    [
      "  place.probes = definition.probes;\n",
      "",
      "another congestion control shows the probes of the one before",
    ],
    [
      '  if (id === "rtt") place.updateDelays();',
      '  if (id === "rtt") return;',
      "a new RTT in mid-run moves no packet",
    ],
    [
      "sender.settings.receiveWindow = segmentsOf(value)",
      "segmentsOf(value)",
      "a new receive window in mid-run holds nobody back",
    ],
    [
      "receiver.settings.quickAcksAfterCe = numberOf(value, id)",
      "receiver.settings.quickAcks = numberOf(value, id)",
      "quick ACKs after CE are taken for those at the start",
    ],
    [
      "receiver.settings.delayedAckTimerNs = msToNs(numberOf(value, id))",
      "receiver.settings.delayedAckTimerNs = numberOf(value, id)",
      "the delayed ACK's timer is changed in the wrong unit",
    ],
  ),
  ...inFile(
    at("normalise"),
    [
      "amount: Math.ceil(inUnit(min, max.unit, packetBytes)) }",
      "amount: Math.floor(inUnit(min, max.unit, packetBytes)) }",
      "RED's upper threshold is set just below the lower one",
    ],
    [
      "bytesOf(max, packetBytes) >= bytesOf(min, packetBytes)",
      "max.amount >= min.amount",
      "thresholds in packets and bytes are compared by their numbers",
    ],
    [
      "  const fits = above.amount <= room.amount;",
      "  const fits = true;",
      "RED's upper threshold is set beyond its range",
    ],
  ),
  ...inFile(
    at("normalise-load"),
    ["    left -= count * inShortest;\n", "", "each group of flows may offer as much as all together"],
    [
      "    each = Math.max(each, offers.perS(params));",
      "    each = offers.perS(params);",
      "a change to less forgets what was offered before",
    ],
    ["    left -= used;\n", "", "flows that come after others may begin as much once more"],
    [
      "    toS = Math.max(toS, stopOf(params.stop));\n",
      "",
      "a change that lets a flow go on does not count for what it begins",
    ],
    ["    path = next;\n", "", "of several changes of the path only the first counts for the load"],
    ["    fromS = change.atS;\n", "", "the time before a change of the path counts twice for the load"],
    [" * peak(params), 0)", ", 0)", "the peaks of a capacity pattern do not count for the load"],
    [
      "const before = pattern.steps[0].atNs > 0 ? 1 : 0;",
      "const before = 0;",
      "the time before a pattern's first step carries nothing",
    ],
  ),
  ...inFile(at("json"), [
    "    if (json === null) return [];\n",
    '    if (json === null) return [{ owner, at: 0, flow: null, link: null, id: "rtt", value: 1 }];\n',
    "a change that is none becomes one",
  ]),
  ...inFile(
    at("settings"),
    [
      "count = countOf(value, COUNT.id, owner, problems);",
      "count = Number(value);",
      "a count of flows is taken as it is",
    ],
    [
      "filter(([id]) => !values.has(id))",
      "filter(([id]) => id !== COUNT.id)",
      "a short form overrules a flow's own value",
    ],
    ["sort((a, b) => a.atS - b.atS)", "sort((a, b) => b.atS - a.atS)", "changes stand in the wrong order"],
    [
      "isOpen && isNew && given.links.length > 0",
      "isOpen && given.links.length > 0",
      "links given for a path of one's own replace those that were there",
    ],
    [
      "  reportForeign(next, given, problems);\n",
      "",
      "settings of another queue or path are dropped without a word",
    ],
    [
      "inOrder([...next.changes, ...changes])",
      "[...next.changes, ...changes]",
      "changes of a link stand in the order given",
    ],
  ),
  ...inFile(at("defaults"), [
    "const warmup = isUnset ? defaultWarmup(durationS) : run[WARMUP.id];",
    "const warmup = run[WARMUP.id];",
    "a short run without a warm-up has one that is longer than itself",
  ]),
  ...inFile(
    at("texts"),
    [
      "      if (before !== undefined && before !== text) reportTwice(key, before, text, problems);\n",
      "",
      "a setting given twice is not reported",
    ],
    ["Math.max(0, MOST_CHANGES - before.length)", "MOST_CHANGES", "changes in mid-run are added without end"],
  ),
  ...inFile(
    at("url"),
    [
      'text.replace(/[\\s%&#"<>`]/gu',
      'text.replace(/[\\s&#"<>`]/gu',
      "a percent sign in a name is read as an escape",
    ],
    [".split(/&(?:amp;)?/)", ".split(/&/)", "links that a mail program has escaped are not read"],
    [
      'if (key === "v") version = text;',
      'if (key === "v") continue;',
      "links of a newer version are read without a word",
    ],
  ),
  ...inFile(
    "src/engine/library.ts",
    [
      "harmless !== true",
      "harmless === true",
      "the library runs what is wrong, and refuses what has no effect",
    ],
    [
      "  if (base !== undefined)\n",
      "  if (base === null)\n",
      "a base under a link is dropped without a word",
    ],
    ["text : `0s:", "text : `50s:", "a change of a run of the library comes later than now"],
    [
      "    if (this.storyteller?.of !== scenario)\n",
      "    if (this.storyteller === null)\n",
      "after a change the library tells of the run as it was before",
    ],
    [" && toS >= durationS", "", "a part of a run says of itself that it is the whole"],
  ),
  ...inFile("src/measured/fit.ts", [
    "const fromS = isAfterWarmup ? Math.max(wholeFromS, warmupS) : wholeFromS;",
    "const fromS = wholeFromS;",
    "a measurement is compared from its beginning, warm-up included",
  ]),
  ...inFile(
    "src/measured/capture-connection.ts",
    [
      "(isAgain || Number.isNaN(sentS) ? this.stampedS(echo) : sentS)",
      "sentS",
      "round trips of a capture count segments that were sent twice",
    ],
    [
      "(!this.isNumbered || isEarlier)",
      "true",
      "a segment that is sent again after its original was lost before the capture is no cut",
    ],
  ),
  ...inFile(
    "src/measured/capture-analysis.ts",
    [
      "return this.syn[side] !== seq || this.isReset;",
      "return false;",
      "two connections of the same ports are one",
    ],
    [
      "both[data].bytes >= NEARLY_ALL * both[data].sent.sum",
      "true",
      "of packets that are spread over two interfaces half is read",
    ],
  ),
  ...inFile("src/measured/tcp-fields.ts", [
    "(sndUna - this.una + WORD) % WORD",
    "sndUna - this.una",
    "acknowledged bytes of a probe end where sequence numbers begin again",
  ]),
];
