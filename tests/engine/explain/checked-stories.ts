/**
 * Generates random runs and questions about them, and finds faults in the answers: each number must be a fact, each
 * fact must equal the value in the run's log, causes must come before effects, and no two answers may contradict each
 * other.
 */
import fc from "fast-check";
import {
  congestionControls,
  FLOW_EVENT,
  type FlowEventName,
  PACKET_KIND,
  QUEUE_EVENT,
  type Question,
  type QueueEventName,
  queueDisciplines,
  type Scenario,
  type Story,
  scenarioFromUrl,
  scenarioToUrl,
  textOf,
  trafficKinds,
} from "../../../src/engine/index.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import { LOG } from "../../../src/engine/trace/log-rows.ts";
import { anyScenario } from "../../contract/random-scenarios.ts";
import { casesOfAll, effort } from "../../effort.ts";
import { tell, tellerOf } from "./asking.ts";
import { LoggedRun, truthOf } from "./oracle.ts";

type Part = Story["sentences"][number][number];
type Shown = Exclude<Part, string>;

// Faults of a single story follow.

/** Patterns of names that contain digits but are no numbers of the run. */
const NAMES = [
  /\bRFC \d+( §[\d.]+( step \d)?)?/g,
  /§[\d.]+/g,
  /[Ff]low \d+/g,
  /\bBBRv\d|\bPI2\b|\bDualPI2\b|\bL4S\b|\bns-[23]\b/g,
  /α\/2|\b1 − |\b2·th_max/g,
];

function plainFault(run: LoggedRun, text: string): string | null {
  // Before a change of the queue discipline, a link may have had a different label.
  const labels = [...run.network.links, ...queueDisciplines].map(({ label }) => label);
  // Summaries of algorithms contain numbers that are not values of the run.
  const said = congestionControls.map(({ summary }) => summary);
  const left = [...said, ...labels, ...run.network.links.map(({ id }) => id)]
    .filter((label) => /\d/.test(label))
    .sort((a, b) => b.length - a.length)
    .reduce((rest, label) => rest.replaceAll(label, ""), text);
  const rest = NAMES.reduce((one, name) => one.replace(name, ""), left);
  return /\d/.test(rest) ? `plain text holds a number: "${text}"` : null;
}

const SCALES: Readonly<Record<string, number>> = {
  s: 1e9,
  ms: 1e6,
  µs: 1e3,
  ns: 1,
  "%": 0.01,
  Mbps: 1e6,
  kbps: 1e3,
  kB: 1000,
};

/** Returns whether a text shows the value, to the precision of the text. */
function shows(text: string, value: number, unit: string): boolean {
  const plain = text.replaceAll("\u00a0", "");
  const found = /(-?\d+(?:\.(\d+))?(?:e([+-]\d+))?)(?:\s*(s|ms|µs|ns|%|Mbps|kbps|kB)(?![\w/]))?/.exec(plain);
  if (found === null) return true;
  // A text has the same unit as its probe, except that short delays in ms are shown in µs.
  const [, written, decimals = "", exponent = "0", of = ""] = found;
  const isProbe = unit === "1" && of !== "kB";
  const ofProbe = of === "µs" ? 0.001 : 1;
  const scale = isProbe ? ofProbe : (SCALES[of] ?? 1);
  const [shown, digits] = [Number(written) * scale, decimals.length - Number(exponent)];
  return Math.abs(shown - value) <= 0.5 * 10 ** -digits * scale * 1.000001 + 1e-9;
}

/** The tolerance allows for rounding when the same sum is computed in two ways. */
const isSame = (one: number, other: number) =>
  Math.abs(one - other) <= 1e-6 * Math.max(1e-3, Math.abs(one), Math.abs(other));

function factFault(run: LoggedRun, { text, atS, fact }: Shown): string | null {
  if (fact === undefined) return /\d/.test(text) ? `"${text}" is no fact` : null;
  if ("packet" in fact && run.hasTwin(fact.packet)) return null;
  const what = `"${text}", ${JSON.stringify(fact)}`;
  const truth = truthOf(run, fact);
  if (truth === null && fact.kind !== "term" && fact.kind !== "sender") return `${what}: nobody can tell`;
  // The engine's times are whole ns.
  const isTime = fact.unit === "ns" && Math.abs((truth ?? 0) - fact.value) <= 1;
  if (truth !== null && !isTime && !isSame(truth, fact.value)) return `${what}: the log has ${truth}`;
  if (!shows(text, fact.value, fact.unit)) return `${what}: the text shows another value`;
  if (atS !== undefined && fact.unit === "ns" && Math.abs(atS * 1e9 - fact.value) > 1)
    return `${what} leads to ${atS}`;
  return null;
}

function chainFaults({ chain, question, atS }: Story): string[] {
  const faults: string[] = [];
  for (const [i, one] of chain.entries())
    if (i > 0 && one.atS < chain[i - 1].atS) faults.push(`"${one.label}" comes too late in the chain`);
  if (question.kind === "flow-event" && chain.some((one) => one.label === "dropped" && one.atS > atS))
    faults.push("a cut is answered by a later drop");
  return faults;
}

/** Checks the facts of a story by subject: a cause comes before its effect. */
function orderFaults(story: Story): string[] {
  const facts = story.sentences.flat().flatMap((part) => (typeof part === "string" ? [] : (part.fact ?? [])));
  const faults: string[] = [];
  for (const cause of facts) {
    for (const effect of facts) {
      if (!("packet" in cause) || !("packet" in effect)) continue;
      const isOne = JSON.stringify(cause.packet) === JSON.stringify(effect.packet);
      const isAfter = ORDER.indexOf(effect.kind) > ORDER.indexOf(cause.kind) && ORDER.includes(cause.kind);
      if (isOne && isAfter && effect.value < cause.value)
        faults.push(`${effect.kind} at ${effect.value} comes before ${cause.kind} at ${cause.value}`);
    }
  }
  return faults;
}

const ORDER: readonly string[] = ["sent", "signalled", "arrived", "echoed"];

export function faultsOf(run: LoggedRun, story: Story): string[] {
  const parts = story.sentences.flatMap((one) => [...one]);
  const faults = parts.flatMap((part) => {
    const fault = typeof part === "string" ? plainFault(run, part) : factFault(run, part);
    return fault === null ? [] : [fault];
  });
  return [...faults, ...chainFaults(story), ...orderFaults(story)];
}

/** Facts whose key may stand for several values. Example: a packet may be marked and later lost at the same link. */
const SEVERAL: readonly string[] = ["term", "bound", "signalled", "probe"];

/** Checks that the same fact has the same value in two stories. */
class Told {
  private readonly values = new Map<string, number>();

  contradictions(story: Story): string[] {
    return story.sentences.flat().flatMap((part) => {
      if (typeof part === "string" || part.fact === undefined) return [];
      const { value, ...of } = part.fact;
      const key = JSON.stringify(of);
      const before = this.values.get(key);
      this.values.set(key, value);
      return before === undefined || isSame(before, value) || SEVERAL.includes(of.kind)
        ? []
        : [`${key} was ${before} in another story, and is ${value} here`];
    });
  }
}

// Questions about a run follow.

const FLOW_NAMES = Object.keys(FLOW_EVENT) as FlowEventName[];
const QUEUE_NAMES = Object.keys(QUEUE_EVENT) as QueueEventName[];

const MOST_OF_A_KIND = 2;

/** Returns some items, spread evenly over all. */
function spread<T>(all: readonly T[], most: number, share: number): T[] {
  const every = Math.max(1, Math.ceil(all.length / most));
  return all.filter((_, i) => i % every === Math.floor(share * every));
}

function questionsOf(run: LoggedRun, share: number): Question[] {
  const kinds = new Map<string, Question[]>();
  const add = (kind: string, question: Question) => kinds.set(kind, [...(kinds.get(kind) ?? []), question]);
  for (const { kind, detail, timeNs, flow, link } of run.rows) {
    const atS = timeNs / 1e9;
    if (kind === LOG.window)
      add(`flow ${detail}`, { kind: "flow-event", event: FLOW_NAMES[detail], flow, atS });
    if (kind === LOG.marked || kind === LOG.dropped)
      add(`queue ${detail}`, { kind: "queue-event", event: QUEUE_NAMES[detail], link, flow, atS });
  }
  return [
    ...[...kinds.values()].flatMap((all) => spread(all, MOST_OF_A_KIND, share)),
    ...packetQuestions(run, run.endNs / 1e9, share),
    ...stretchQuestions(run, share),
  ];
}

function packetQuestions({ scenario }: LoggedRun, endS: number, share: number): Question[] {
  const simulation = new Simulation(scenario);
  simulation.advance(endS * share);
  const { links, data, acks, nowS } = simulation.pathState();
  const places = [
    ...links.map(({ queued }, link) => ({ packets: queued, link, isQueued: true })),
    ...links.map(({ moving }, link) => ({ packets: moving, link, isQueued: false })),
    ...[data, acks].map((packets) => ({ packets, link: null, isQueued: false })),
  ];
  return places.flatMap(({ packets: { end, seq, kind }, link, isQueued }): Question[] => {
    if (end.length === 0) return [];
    const at = Math.floor(end.length * share);
    const isAck = (kind[at] & PACKET_KIND.ack) !== 0;
    return [{ kind: "packet", packet: { end: end[at], seq: seq[at], isAck, link, isQueued }, atS: nowS }];
  });
}

/** Returns one range of each plot, and a part of it. */
function stretchQuestions({ network, endNs }: LoggedRun, share: number): Question[] {
  const atS = (endNs / 1e9) * share;
  const [flow, link] = [network.flows.length, network.links.length].map((all) => Math.floor(share * all));
  const joins: Question[] =
    network.flows[flow].startNs < endNs
      ? [{ kind: "join", flow, atS: network.flows[flow].startNs / 1e9 }]
      : [];
  const stretches = (["queue", "cwnd", "throughput", "fairness"] as const).flatMap((of) =>
    [0.5, 0.75].map(
      (from): Question => ({
        kind: "stretch",
        of,
        link,
        flow: of === "cwnd" || of === "throughput" ? flow : null,
        fromS: atS * from,
        toS: atS,
      }),
    ),
  );
  return [...joins, ...stretches];
}

// Generators of random runs follow.

const idOf = (registry: readonly { readonly id: string }[]) =>
  fc.constantFrom(...registry.map(({ id }) => id));

const onOff = fc.constantFrom("on", "off");

/** Generates runs of a few seconds with many events: short queues, losses, several senders, reordering. */
const busyScenario: fc.Arbitrary<Scenario> = fc
  .record({
    aqm: idOf(queueDisciplines),
    capacity: fc.constantFrom(1, 2, 4, 8),
    limit: fc.constantFrom("8p", "25p", "60p", "1000p"),
    loss: fc.oneof(fc.constant(0), fc.constantFrom(0.005, 0.03, 0.1)),
    jitter: fc.oneof(fc.constant(0), fc.constantFrom(1, 8)),
    overtakes: onOff,
    sack: fc.oneof({ weight: 3, arbitrary: fc.constant("on") }, { weight: 1, arbitrary: fc.constant("off") }),
    rack: onOff,
    probes: onOff,
    duration: fc.constantFrom(1, 2),
    seed: fc.nat(1000),
    path: fc.oneof(
      { weight: 4, arbitrary: fc.constant("") },
      { weight: 1, arbitrary: fc.constantFrom("path=parking-lot&hops=2&", "reverse-capacity=0.2Mbps&") },
    ),
    flows: fc.array(
      fc.record({
        cc: idOf(congestionControls),
        traffic: fc.oneof(
          { weight: 4, arbitrary: fc.constant("bulk") },
          { weight: 1, arbitrary: idOf(trafficKinds) },
        ),
        rtt: fc.constantFrom(5, 20, 60),
        ecn: onOff,
        recovery: fc.constantFrom("prr", "classic"),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  })
  .map(({ path, flows, overtakes, probes, rack, capacity, duration, ...set }) => {
    const own = Object.entries(set).map(([id, value]) => `${id}=${value}`);
    const each = flows.map(
      ({ cc, traffic, rtt, ecn, recovery }) =>
        `flow=cc=${cc},traffic=${traffic},rtt=${rtt}ms,ecn=${ecn},recovery=${recovery}`,
    );
    const rest = [
      `capacity=${capacity}Mbps`,
      `duration=${duration}s`,
      `jitter-overtakes=${overtakes}`,
      `rack-losses=${rack}`,
      `loss-probes=${probes}`,
    ];
    return scenarioFromUrl(`v=2&${path}${[...own, ...rest, ...each].join("&")}`).scenario;
  });

const trial = fc.record({
  scenario: fc.oneof({ weight: 3, arbitrary: busyScenario }, { weight: 1, arbitrary: anyScenario }),
  share: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
});

/** Number of rows up to which a log is read at once. */
const MOST_ROWS = 200_000;

/** Yields the faults of the stories of a run. */
function* wrongStories(scenario: Scenario, share: number): Generator<string[]> {
  const run = new LoggedRun(scenario);
  if (run.rows.length > MOST_ROWS) return;
  const [teller, told] = [tellerOf(scenario), new Told()];
  for (const question of questionsOf(run, share)) {
    const { story } = tell(teller, question);
    const faults = [...faultsOf(run, story), ...told.contradictions(story)];
    if (faults.length === 0) continue;
    const text = story.sentences.map(textOf).join(" ");
    yield [`#${scenarioToUrl(scenario)}`, JSON.stringify(question), text, ...faults];
  }
}

/** Logs with at most this many rows are checked completely. */
export const PARTS = 10;

/**
 * Checks one part of the random runs. They are the same each time, so that a change can be judged. Long tests use
 * different runs.
 */
export function expectTrueStories(part: number): void {
  fc.assert(
    fc.property(trial, ({ scenario, share }) => {
      for (const wrong of wrongStories(scenario, share)) throw new Error(wrong.join("\n"));
    }),
    { ...casesOfAll(2, 50), ...(effort !== "long" && { seed: part }) },
  );
}
