import { describe, expect, test } from "vitest";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario, Simulation } from "../../../src/engine/simulator.ts";
import { LOG } from "../../../src/engine/trace/log-rows.ts";
import { LOG_FLAG, type LogOptions, PacketLog } from "../../../src/engine/trace/packet-log.ts";
import { QUEUE_EVENT } from "../../../src/engine/trace/snapshot.ts";
import { networkOf } from "../../contract/witness.ts";

function logOf(url: string, options: LogOptions = {}) {
  const { scenario, problems } = scenarioFromUrl(`${url}&warmup=0s`);
  expect(problems).toEqual([]);
  const log = new PacketLog(options);
  const run = new Simulation(scenario, log);
  run.advance(Number.POSITIVE_INFINITY);
  return { scenario, log, run };
}

const rows = ({ length }: PacketLog) => Array.from({ length }, (_, row) => row);

/** One letter for each kind of event that names a packet. A loss on the link is not the same as a drop in the queue. */
const LETTERS = ["s", "e", "m", "d", "l", "D", "A"];

/** Returns the events of each packet by its number, and whether they are in order of time. */
function waysOf(log: PacketLog) {
  const { kind, detail, packet, timeNs } = log.columns;
  const ways = new Map<number, { way: string; lastNs: number; isOrdered: boolean }>();
  for (const row of rows(log).filter((one) => packet[one] > 0)) {
    const one = ways.get(packet[row]) ?? { way: "", lastNs: 0, isOrdered: true };
    const isLoss = kind[row] === LOG.dropped && detail[row] === QUEUE_EVENT.linkLoss;
    one.way += isLoss ? "x" : LETTERS[kind[row]];
    one.isOrdered &&= timeNs[row] >= one.lastNs;
    one.lastNs = timeNs[row];
    ways.set(packet[row], one);
  }
  return [...ways.values()];
}

describe.each([
  ["marks", "duration=6s", 1, 0],
  [
    "drops of a full queue, and datagrams",
    "duration=6s&aqm=droptail&limit=20p&flow=cc=cubic&flow=traffic=cbr",
    1,
    0,
  ],
  ["losses on the way", "duration=6s&loss=0.02&jitter=3ms&jitter-overtakes=on&flow=count=2", 1, 0],
  ["ACKs that queue and are dropped", "duration=6s&reverse-capacity=100kbps&flow=count=2", 1, 1],
  ["several links", "duration=6s&path=parking-lot&hops=3&flow=cc=newreno&flow=cc=cubic,route=hop2", 3, 0],
])("%s", (_, url, forward, back) => {
  const { scenario, log, run } = logOf(url);
  const { kind, detail, link, flags, epoch, flow, a, b } = log.columns;

  test("each packet is sent once, and passes through queues to its end or to where it is lost", () => {
    const queue = "em*(?:lm*)";
    const ways = waysOf(log);
    const isWay = (hops: number, end: string) =>
      new RegExp(`^s(?:${queue}){0,${hops}}(?:em*d?|em*lx|${end})?$`);
    const [data, acks] = [isWay(forward, "D"), isWay(Math.max(forward, back), "A")];
    expect(ways.filter(({ way }) => !data.test(way) && !acks.test(way)).map(({ way }) => way)).toEqual([]);
    expect(ways.every(({ isOrdered }) => isOrdered)).toBe(true);
    const { pool } = networkOf(run);
    expect(ways.filter(({ way }) => !/[DAdx]$/.test(way))).toHaveLength(pool.inUse);
  });

  test("the counters of the run agree with the log", () => {
    const of = (which: number, isOne: (row: number) => boolean = () => true) =>
      rows(log).filter((row) => kind[row] === which && isOne(row)).length;
    for (const [i, { port, losses }] of networkOf(run).links.entries()) {
      const here = (row: number) => link[row] === i;
      const dropped = (event: number) => of(LOG.dropped, (row) => here(row) && detail[row] === event);
      expect(of(LOG.dequeued, here)).toBe(port.packetsSent);
      expect(of(LOG.marked, here)).toBe(port.marks);
      expect(dropped(QUEUE_EVENT.aqmDrop)).toBe(port.aqmDrops);
      expect(dropped(QUEUE_EVENT.overflowDrop)).toBe(port.overflowDrops);
      expect(dropped(QUEUE_EVENT.linkLoss)).toBe(losses);
    }
    for (const [i, counts] of networkOf(run)
      .flows.map((one) => one.counts())
      .entries()) {
      const isData = (row: number) => flow[row] === i && epoch[row] >= 0 && (flags[row] & LOG_FLAG.ack) === 0;
      expect(of(LOG.sent, isData)).toBe(counts.packetsSent);
      const isAgain = (row: number) => isData(row) && (flags[row] & LOG_FLAG.retransmission) !== 0;
      expect(of(LOG.sent, isAgain)).toBe(counts.retransmissions);
    }
  });

  test("reductions are those of the recorder, and each ACK is between two states of its sender", () => {
    const cuts = rows(log).filter((row) => kind[row] === LOG.window);
    const { flowEvents } = run.snapshot();
    expect(cuts.map((row) => detail[row])).toEqual([...flowEvents.kind]);
    expect(cuts.map((row) => Math.fround(a[row]))).toEqual([...flowEvents.before]);
    expect(cuts.map((row) => Math.fround(b[row]))).toEqual([...flowEvents.after]);
    const acks = rows(log).filter((row) => kind[row] === LOG.acked || kind[row] === LOG.ackRead);
    expect(acks.map((row) => kind[row])).toEqual(
      acks.map((__, i) => (i % 2 === 0 ? LOG.acked : LOG.ackRead)),
    );
  });

  test("writing a log does not change the run", () => {
    expect(run.digest()).toBe(runScenario(scenario).digest());
  });
});

describe("the rows that are kept", () => {
  const url = "duration=6s";

  test("only the requested kinds are kept, and only while the log is on", () => {
    const { log } = logOf(url, { kinds: [LOG.marked, LOG.window] });
    const kinds = new Set(rows(log).map((row) => log.columns.kind[row]));
    expect(kinds).toEqual(new Set([LOG.marked, LOG.window]));
    const off = new PacketLog();
    off.isOn = false;
    const run = new Simulation(scenarioFromUrl(url).scenario, off);
    run.advance(2);
    expect(off.length).toBe(0);
    off.isOn = true;
    run.advance(2.5);
    // Packets that were sent while the log was off have no number.
    const { kind, packet } = off.columns;
    expect(rows(off).some((row) => kind[row] === LOG.acked && packet[row] === 0)).toBe(true);
    const numbers = rows(off).flatMap((row) => (kind[row] === LOG.sent ? packet[row] : []));
    expect(numbers).toEqual(numbers.map((__, i) => i + 1));
  });

  test("if there are more rows than the limit, the last rows are kept", () => {
    const whole = logOf(url).log;
    const { log } = logOf(url, { mostRows: 2000 });
    expect(log.length).toBeLessThanOrEqual(2000);
    expect(log.forgotten + log.length).toBe(whole.length);
    for (const name of ["timeNs", "kind", "packet", "seq", "a"] as const) {
      const expected = whole.columns[name].subarray(log.forgotten, whole.length);
      expect([...log.columns[name].subarray(0, log.length)]).toEqual([...expected]);
    }
  });

  test("when a row is written, algorithms are in the state of their decision", () => {
    const seen: number[] = [];
    const log: PacketLog = new PacketLog({
      kinds: [LOG.marked],
      onRecord: (row, packet) => {
        expect(packet?.seq).toBe(log.columns.seq[row]);
        seen.push(log.network.links[0].port.marks);
      },
    });
    new Simulation(scenarioFromUrl(url).scenario, log).advance(Number.POSITIVE_INFINITY);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen).toEqual(seen.map((__, i) => i + 1));
  });
});
