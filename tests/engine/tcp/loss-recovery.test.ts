import { describe, expect, test } from "vitest";
import type { CongestionControl } from "../../../src/engine/cc/congestion-control.ts";
import { newreno } from "../../../src/engine/cc/newreno.ts";
import { Clock } from "../../../src/engine/core/clock.ts";
import { LOSS, OPEN, RECOVERY, WindowReduction } from "../../../src/engine/tcp/loss-recovery.ts";
import { onAck } from "../../../src/engine/tcp/on-ack.ts";
import type { RecoveryMode } from "../../../src/engine/tcp/sender-settings.ts";
import { SenderState } from "../../../src/engine/tcp/sender-state.ts";
import { FLOW_EVENT } from "../../../src/engine/trace/snapshot.ts";
import { madeControl } from "../cc/made.ts";
import { madePacket } from "../net/made-packets.ts";
import { range, scripted } from "./conformance/scripted.ts";
import { Harness, MS } from "./harness.ts";

type Options = ConstructorParameters<typeof Harness>[0];

/** Returns a sender in congestion avoidance with a window of 20 segments. */
function steady(options: Options = {}): Harness {
  const harness = new Harness({ ...options, sender: { initialWindow: 20, ...options?.sender } });
  harness.state.ssthresh = 20;
  return harness;
}

const kinds = (harness: Harness) => harness.events.map(({ kind }) => kind);

describe("fast retransmit and fast recovery (RFC 5681 §3.2, RFC 6675 §5)", () => {
  test.each([true, false])(
    "the third duplicate ACK proves the loss, and not the second (SACK %s)",
    (sack) => {
      const harness = steady({ sender: { sack } }).dropOnce(0).start().run(102);
      expect([harness.sender.congestion, harness.retransmitted()]).toEqual([OPEN, []]);
      harness.run(103);
      expect([harness.sender.congestion, harness.retransmitted()]).toEqual([RECOVERY, [0]]);
      expect(harness.events).toEqual([{ kind: FLOW_EVENT.lossReduction, atMs: 103, before: 20, after: 10 }]);
    },
  );

  test("several losses of one window are one reduction, repaired within a round trip by SACK (RFC 6675 §5)", () => {
    const harness = steady().dropOnce(2, 3, 7, 11).start().run(250);
    expect(harness.retransmitted()).toEqual([2, 3, 7, 11]);
    expect(kinds(harness)).toEqual([FLOW_EVENT.lossReduction]);
    expect([harness.sender.congestion, harness.sender.rtos]).toEqual([OPEN, 0]);
  });

  test("at the end of the recovery cwnd equals ssthresh, and growth continues from there", () => {
    const harness = steady().dropOnce(2).start();
    while (harness.sender.congestion !== RECOVERY) harness.run(harness.nowNs / 1e6 + 1);
    while (harness.sender.congestion === RECOVERY) harness.run(harness.nowNs / 1e6 + 1);
    expect(harness.state.cwnd).toBe(10);
    harness.run(harness.nowNs / 1e6 + 250);
    expect([11, 12]).toContain(harness.state.cwnd);
  });

  test("a loss in the next window causes another reduction", () => {
    const harness = steady().dropOnce(2, 40).start().run(1000);
    expect(kinds(harness)).toEqual([FLOW_EVENT.lossReduction, FLOW_EVENT.lossReduction]);
    expect(harness.retransmitted()).toEqual([2, 40]);
  });
});

describe("without SACK: NewReno (RFC 6582 §3.2)", () => {
  test("a partial ACK proves that the next segment is lost: one retransmission per round trip, one reduction in total", () => {
    const harness = steady({ sender: { sack: false } })
      .dropOnce(2, 7, 11)
      .start()
      .run(600);
    expect(harness.retransmitted()).toEqual([2, 7, 11]);
    const times = harness.sent.filter(({ isRetransmission }) => isRetransmission).map(({ atMs }) => atMs);
    expect(times[1] - times[0]).toBeGreaterThanOrEqual(100);
    expect(times[2] - times[1]).toBeGreaterThanOrEqual(100);
    expect(kinds(harness)).toEqual([FLOW_EVENT.lossReduction]);
    expect(harness.sender.rtos).toBe(0);
  });

  test("the full ACK ends the recovery", () => {
    const harness = steady({ sender: { sack: false } })
      .dropOnce(2)
      .start()
      .run(210);
    expect([harness.sender.congestion, harness.state.cwnd]).toEqual([OPEN, 10]);
  });

  test("duplicate ACKs of data that was retransmitted after a timeout start no fast retransmit (§3.2 step 1)", () => {
    const harness = steady({ sender: { sack: false }, gapMs: 0.1 });
    // After the timeout, the sender retransmits in slow start many segments that have arrived. Each of them is
    // reported as a duplicate.
    harness.dropOnce(0, 1, 2, 3, 4, 5, 6, 7, 12);
    harness.loseAck = ({ atMs }) => atMs < 200;
    harness.start().run(5000);
    expect(kinds(harness)).toEqual([FLOW_EVENT.rto]);
  });

  test("a loss while the window is reduced for a mark is repaired without a timeout", () => {
    const harness = steady({ sender: { sack: false } });
    harness.fate = ({ seq, isRetransmission }) =>
      isRetransmission ? "deliver" : seq === 0 ? "mark" : seq === 5 ? "drop" : "deliver";
    harness.start().run(1000);
    expect(harness.retransmitted()).toEqual([5]);
    expect([harness.sender.rtos, harness.sender.lossReductions]).toEqual([0, 0]);
  });

  test("duplicate ACKs are forgotten when SND.UNA advances, so only three in a row prove a loss", () => {
    const harness = steady({ sender: { sack: false }, segments: 20 })
      .start()
      .run(101);
    const duplicate = () => onAck(harness.sender, madePacket({ isAck: true, ack: harness.state.una }));
    for (let ms = 101; ms < 110; ms++) {
      harness.run(ms);
      duplicate();
      duplicate();
    }
    expect(harness.events).toEqual([]);
  });
});

describe("a mark and a loss in one window of data are one signal (RFC 3168 §6.1.2)", () => {
  test("a loss detected while the window is reduced for a mark is repaired without another reduction", () => {
    const harness = steady();
    harness.fate = ({ seq, isRetransmission }) =>
      isRetransmission ? "deliver" : seq === 0 ? "mark" : seq === 5 ? "drop" : "deliver";
    harness.start().run(120);
    expect(harness.sender.congestion).toBe(RECOVERY);
    harness.run(230);
    expect(kinds(harness)).toEqual([FLOW_EVENT.ecnReduction]);
    expect(harness.retransmitted()).toEqual([5]);
    expect([harness.sender.ecnReductions, harness.sender.lossReductions]).toEqual([1, 0]);
  });

  test("packets sent between two signals count towards the kind of the second signal", () => {
    const harness = steady();
    harness.fate = ({ seq, isRetransmission }) =>
      isRetransmission ? "deliver" : seq === 5 ? "mark" : seq === 40 ? "drop" : "deliver";
    harness.start().run(2000);
    expect(kinds(harness)).toEqual([FLOW_EVENT.ecnReduction, FLOW_EVENT.lossReduction]);
    const [marked, lost] = harness.events.map(
      ({ atMs }) => harness.sent.filter((segment) => segment.atMs < atMs).length,
    );
    expect([harness.sender.packetsToMarks, harness.sender.packetsToLosses]).toEqual([marked, lost - marked]);
  });

  test("ECE during a loss recovery causes no reduction", () => {
    const harness = steady();
    // The second loss extends the recovery until CWR has reached the receiver.
    harness.fate = ({ seq, isRetransmission }) =>
      isRetransmission ? "deliver" : seq === 8 ? "mark" : seq === 0 || seq === 16 ? "drop" : "deliver";
    harness.start().run(400);
    expect(harness.acks.some(({ ece }) => ece)).toBe(true);
    expect(kinds(harness)).toEqual([FLOW_EVENT.lossReduction]);
    expect(harness.retransmitted()).toEqual([0, 16]);
  });
});

describe("a lost retransmission", () => {
  test("is detected by time if RACK is on, and sent again after a round trip without a timeout (RFC 8985 §6.2)", () => {
    // With a window of 20 and one segment every 5 ms, ACKs arrive all the time.
    const harness = steady({ gapMs: 5 }).drop({ 5: 2 }).start().run(1000);
    const times = harness.sent.filter(({ seq }) => seq === 5).map(({ atMs }) => atMs);
    expect(times).toHaveLength(3);
    // The time is a round trip plus a quarter of it, because packets may have been reordered.
    expect(times[2] - times[1]).toBeGreaterThan(125);
    expect(times[2] - times[1]).toBeLessThan(145);
    expect([harness.sender.rtos, harness.state.una > 20]).toEqual([0, true]);
  });

  test("is detected only by a timeout if RACK is off", () => {
    const harness = steady({ sender: { rack: false } })
      .drop({ 5: 2 })
      .start()
      .run(1000);
    const times = harness.sent.filter(({ seq }) => seq === 5).map(({ atMs }) => atMs);
    expect(harness.sender.rtos).toBe(1);
    expect(times[2] - times[1]).toBeGreaterThanOrEqual(300);
  });

  test("causes no second reduction while something is delivered, as in Linux", () => {
    const harness = steady().drop({ 5: 2 }).start().run(400);
    expect(harness.events.filter(({ kind }) => kind === FLOW_EVENT.lossReduction)).toHaveLength(1);
  });

  test("if every retransmission is lost, the window is reduced repeatedly (RFC 5681 §4.3)", () => {
    const harness = steady();
    harness.fate = ({ seq }) => (seq === 5 ? "drop" : "deliver");
    harness.start().run(2500);
    expect(harness.events.length).toBeGreaterThan(2);
    expect(harness.state.ssthresh).toBeLessThan(6);
  });
});

describe("a timeout (RFC 6298 §5, RFC 5681 §3.1)", () => {
  function timedOut(options: Options = {}): Harness {
    const harness = steady(options);
    harness.fate = ({ atMs }) => (atMs < 300 ? "drop" : "deliver");
    return harness.start();
  }

  test("sets cwnd to one segment, reduces ssthresh, and sends everything again in slow start", () => {
    const harness = timedOut().run(1000);
    expect([harness.state.cwnd, harness.state.ssthresh, harness.sender.congestion]).toEqual([1, 10, LOSS]);
    expect(harness.seqs(1000)).toEqual([0]);
    harness.run(1100);
    expect(harness.seqs(1100)).toEqual([1, 2]);
    harness.run(1210);
    expect(harness.seqs(1200)).toEqual([3, 4, 5, 6]);
    expect(harness.events).toEqual([{ kind: FLOW_EVENT.rto, atMs: 1000, before: 20, after: 1 }]);
  });

  test("the first new segment after it carries CWR (RFC 3168 §6.1.2)", () => {
    const harness = timedOut().run(2500);
    const [fresh] = harness.sent.filter(({ atMs, isRetransmission }) => atMs > 1000 && !isRetransmission);
    expect(fresh.cwr).toBe(true);
    expect(harness.sent.filter(({ cwr }) => cwr)).toEqual([fresh]);
  });

  test("a second timeout in a row does not reduce ssthresh again (RFC 5681 §3.1)", () => {
    const harness = steady();
    harness.fate = ({ atMs }) => (atMs < 2500 ? "drop" : "deliver");
    harness.start().run(3500);
    expect(kinds(harness)).toEqual([FLOW_EVENT.rto, FLOW_EVENT.rto]);
    expect(harness.ssthreshs).toEqual([10]);
  });

  test("SACKed segments are not sent again", () => {
    const harness = steady({ sender: { rack: false } })
      .drop({ 5: 2 })
      .start()
      .run(1500);
    expect(harness.sender.rtos).toBe(1);
    expect(harness.retransmitted().filter((seq) => seq !== 5)).toEqual([]);
  });

  test("the loss state ends when all of the old window is acknowledged", () => {
    const harness = timedOut().run(2500);
    expect(harness.sender.congestion).toBe(OPEN);
    expect(harness.state.cwnd).toBeGreaterThanOrEqual(10);
    expect(harness.receiver.next).toBeGreaterThan(20);
  });

  test("without outstanding data there is no timeout", () => {
    const harness = steady({ segments: 20 }).start().run(60_000);
    expect(harness.events).toEqual([]);
  });
});

test("if every retransmission of a segment is lost for two round trips, the window is lowered again", () => {
  const reductions = (dropped: number) => {
    const harness = steady({ sender: { minRtoNs: 5000 * MS } })
      .drop({ 3: dropped })
      .start()
      .run(1500);
    expect(harness.state.una).toBeGreaterThan(20);
    return harness.events.map(({ kind, before, after }) => [kind, before, after]);
  };
  const first = [FLOW_EVENT.lossReduction, 20, 10];
  expect(reductions(2)).toEqual([first]);
  const [, second, ...more] = reductions(3);
  expect([second[0], more]).toEqual([FLOW_EVENT.lossReduction, []]);
  expect(second[2]).toBeLessThan(10);
});

test("however many retransmissions are lost, it is lowered once in two round trips", () => {
  const harness = steady({ sender: { initialWindow: 100, minRtoNs: 5000 * MS } });
  harness.state.ssthresh = 100;
  harness.drop({ 3: 5, 25: 5 }).start().run(2000);
  const times = harness.events.map(({ atMs }) => atMs);
  expect(times).toHaveLength(3);
  for (const [i, atMs] of times.slice(1).entries()) expect(atMs - times[i]).toBeGreaterThanOrEqual(200);
});

describe("a congestion control that makes the final decision on ssthresh", () => {
  const withLastWord = (options: Options = {}): Harness => {
    const cc = madeControl(newreno);
    cc.onReductionEnd = (state) => {
      state.cwnd = state.ssthresh = 13;
    };
    cc.onTimeout = (state) => {
      state.ssthresh = 17;
    };
    return steady({ cc, ...options });
  };

  test("decides when a reduction is complete", () => {
    const harness = withLastWord().dropOnce(2).start().run(230);
    expect([harness.sender.congestion, harness.state.cwnd, harness.state.ssthresh]).toEqual([OPEN, 13, 13]);
    expect(harness.ssthreshs).toEqual([10, 13]);
  });

  test("decides after a timeout that has lowered ssthresh, and the chart gets the decision once", () => {
    const harness = withLastWord();
    harness.fate = () => "drop";
    harness.start().run(4000);
    expect([harness.state.ssthresh, harness.sender.rtos > 1]).toEqual([17, true]);
    expect(harness.ssthreshs).toEqual([17]);
  });
});

describe("Reno without SACK: the first ACK of new data ends the recovery (RFC 5681 §3.2)", () => {
  const reno = { sack: false, fastRecovery: "reno", initialWindow: 20 } as const;

  test("one loss in a window is repaired as in NewReno", () => {
    const harness = new Harness({ sender: reno }).dropOnce(3).start().run(900);
    expect([harness.retransmitted(), harness.sender.rtos, harness.sender.lossReductions]).toEqual([
      [3],
      0,
      1,
    ]);
  });

  test("the second of two losses in a window waits for the timer; NewReno repairs it a round trip later", () => {
    const outcome = (fastRecovery: "reno" | "newreno") => {
      const harness = new Harness({ sender: { ...reno, fastRecovery } }).dropOnce(3, 9).start().run(3000);
      return [harness.sender.rtos, harness.state.una > 20];
    };
    expect([outcome("reno"), outcome("newreno")]).toEqual([
      [1, true],
      [0, true],
    ]);
  });

  test("with SACK there is no difference to NewReno", () => {
    const harness = new Harness({ sender: { ...reno, sack: true } }).dropOnce(3, 9).start().run(3000);
    expect([harness.retransmitted(), harness.sender.rtos]).toEqual([[3, 9], 0]);
  });
});

describe("a congestion control that sets cwnd itself", () => {
  /** Returns a control that keeps cwnd constant and records its inputs. */
  function owner(cwndAfter = 20) {
    const told: string[] = [];
    const cc: CongestionControl = {
      onAck: () => told.push("ack"),
      ssthreshAfterLoss: () => {
        told.push("loss");
        return cwndAfter;
      },
      ssthreshAfterMark: () => {
        told.push("mark");
        return cwndAfter;
      },
      onTimeout: () => told.push("timeout"),
      onRttSample: () => {},
      onSample: (state) => {
        state.cwnd = 20;
      },
      configure: () => {},
      probe: () => Number.NaN,
    };
    const traits = { samples: true, ownsCwnd: true } as const;
    return { told, harness: new Harness({ cc, traits, sender: { initialWindow: 20 } }) };
  }

  test("its losses are repaired with the window that it sets, without reductions", () => {
    const { harness, told } = owner();
    harness.dropOnce(3, 4, 9).start().run(600);
    expect([harness.retransmitted(), harness.sender.rtos, harness.state.cwnd]).toEqual([[3, 4, 9], 0, 20]);
    expect([told, harness.events, harness.ssthreshs, harness.sender.lossReductions]).toEqual([
      ["loss"],
      [],
      [],
      0,
    ]);
  });

  test("receives the recovery state, and losses in the previous sample", () => {
    const { harness } = owner();
    const seen: [number, boolean][] = [];
    const { onSample } = harness.sender.cc;
    harness.sender.cc.onSample = (state, sample) => {
      seen.push([sample.lost, state.inRecovery]);
      onSample?.(state, sample);
    };
    harness.dropOnce(3).start().run(320);
    const at = seen.findIndex(([lost]) => lost > 0);
    expect(seen.slice(at, at + 2)).toEqual([
      [1, false],
      [0, true],
    ]);
    expect(seen[seen.length - 1]).toEqual([0, false]);
  });

  test("is notified of marks once per window", () => {
    const { harness, told } = owner();
    harness.markOnce(3, 4, 5, 6).start().run(350);
    expect([told, harness.events, harness.sender.ecnReductions]).toEqual([["mark"], [], 0]);
    expect(harness.acks[harness.acks.length - 1].ece).toBe(false);
  });

  test("after a timeout starts from one segment", () => {
    const { harness, told } = owner();
    harness.fate = ({ atMs }) => (atMs < 100 ? "drop" : "deliver");
    harness.start().run(1000);
    expect([harness.state.cwnd, harness.state.inLoss, told]).toEqual([1, true, ["loss", "timeout"]]);
    harness.run(1500);
    expect([harness.state.cwnd, harness.state.inLoss]).toEqual([20, false]);
  });

  test("a reduction that it announces counts as a reduction", () => {
    const { harness } = owner(15);
    harness.markOnce(3).start().run(350);
    expect(harness.events).toEqual([{ kind: FLOW_EVENT.ecnReduction, atMs: 103, before: 20, after: 15 }]);
    expect([harness.sender.ecnReductions, harness.ssthreshs]).toEqual([1, []]);
  });
});

test("a loss during the response to a mark has its own response if marks report their number (RFC 8257 §3.5)", () => {
  const reductions = (feedback: "classic" | "dctcp") => {
    const harness = new Harness({ traits: { feedback }, sender: { initialWindow: 20 } });
    harness.state.ssthresh = 20;
    harness.fate = ({ seq, isRetransmission }) =>
      isRetransmission ? "deliver" : seq === 2 ? "mark" : seq === 9 ? "drop" : "deliver";
    harness.start().run(400);
    return harness.events.map(({ kind }) => kind);
  };
  expect(reductions("classic")).toEqual([FLOW_EVENT.ecnReduction]);
  expect(reductions("dctcp")).toEqual([FLOW_EVENT.ecnReduction, FLOW_EVENT.lossReduction]);
});

/** Returns a sender in recovery, with ten segments in total. The first is lost; the sixth and the last are late. */
function recovering(sender: { readonly forwardRetransmissions?: boolean; readonly rackLosses?: boolean }) {
  const flow = scripted({ rttMs: 100, sender: { lossProbes: false, ...sender } })
    .write(10)
    .sendsAll(0, 10);
  return flow.at(100).ack(0, [1, 4]).sends(0).ack(0, [1, 5], [6, 7]).ack(0, [1, 5], [6, 8]);
}

describe("without new data in a recovery (RFC 6675 §4)", () => {
  test("rule 3: the lowest segment below a SACKed one is sent once", () => {
    const flow = recovering({ forwardRetransmissions: true, rackLosses: false });
    flow.sends(5, 9).ack(0, [1, 5], [6, 9]).sends();
  });

  test("rule 4 alone: the last segment is sent once", () => {
    recovering({ rackLosses: false }).sends(9).ack(0, [1, 5], [6, 9]).sends(5);
  });

  test("neither rule applies if losses are detected by time: the hole counts as lost as soon as a later segment has arrived", () => {
    recovering({}).sends(5).ack(0, [1, 5], [6, 9]).sends();
  });
});

/** Starts a reduction from `cwnd` to `ssthresh` while all of cwnd is in flight. */
function begun(cwnd: number, ssthresh: number, mode: RecoveryMode = "prr") {
  const state = Object.assign(new SenderState(new Clock(), cwnd), {
    ssthresh,
    inflight: cwnd,
    cwndCredit: 7,
  });
  const reduction = new WindowReduction(mode);
  reduction.begin(state);
  return { state, reduction };
}

type Begun = ReturnType<typeof begun>;

/** Delivers an ACK of `delivered` segments and sends what cwnd allows. Returns the number sent. */
function ack({ state, reduction }: Begun, delivered: number, unaAdvanced = true, newlyLost = false): number {
  state.inflight -= delivered;
  reduction.onAck(state, delivered, unaAdvanced, newlyLost);
  const sent = Math.max(0, state.cwnd - state.inflight);
  state.inflight += sent;
  reduction.out += sent;
  return sent;
}

describe("proportional rate reduction (RFC 6937 §3)", () => {
  test("to one half: every second ACK releases a segment, and after a window the data in flight equals ssthresh", () => {
    const begin = begun(20, 10);
    const sent = Array.from({ length: 20 }, () => ack(begin, 1));
    expect(sent.slice(0, 18)).toEqual(Array.from({ length: 18 }, (_, i) => (i % 2 === 0 ? 1 : 0)));
    expect(begin.state.inflight).toBe(10);
  });

  test.each([
    [20, 16],
    [100, 70],
    [83, 66],
    [9, 2],
  ])(
    "from %s to %s: the share of ssthresh that was sent follows the share of the window that was delivered",
    (cwnd, ssthresh) => {
      const begin = begun(cwnd, ssthresh);
      let out = 0;
      for (let delivered = 1; delivered <= cwnd; delivered++) {
        const isAbove = begin.state.inflight - 1 > ssthresh;
        out += ack(begin, 1);
        if (isAbove) expect(out).toBe(Math.ceil((delivered * ssthresh) / cwnd));
        else expect(begin.state.inflight).toBe(ssthresh);
      }
      expect(begin.state.inflight).toBe(ssthresh);
    },
  );

  test("an ACK of several segments releases as many as one ACK for each of them", () => {
    const begin = begun(20, 10);
    expect([2, 4, 1, 3].map((delivered) => ack(begin, delivered))).toEqual([1, 2, 1, 1]);
  });

  test("cwnd is the data in flight plus what may be sent, so that an old window never causes a burst", () => {
    const begin = begun(20, 10);
    ack(begin, 1);
    ack(begin, 1);
    expect(begin.state.cwnd).toBe(begin.state.inflight);
  });

  test("the first ACK releases one segment for any ratio: the fast retransmission", () => {
    const begin = begun(100, 2);
    expect(ack(begin, 1)).toBe(1);
    const low = begun(20, 10);
    low.state.inflight = 11;
    expect(ack(low, 1, false, true)).toBe(1);
  });

  test("below ssthresh it sends as much as was delivered, and one more while there is progress (slow-start bound)", () => {
    const begin = begun(20, 10);
    begin.state.inflight = 5;
    expect([ack(begin, 1, false), ack(begin, 1, true), ack(begin, 1, true, true)]).toEqual([1, 2, 1]);
    expect(begin.state.inflight).toBe(6);
  });

  test("cwnd never exceeds ssthresh", () => {
    const begin = begun(20, 10);
    begin.state.inflight = 9;
    ack(begin, 5);
    ack(begin, 5);
    expect(begin.state.inflight).toBeLessThanOrEqual(10);
  });

  test("an ACK that reports nothing new changes nothing", () => {
    const begin = begun(20, 10);
    begin.reduction.onAck(begin.state, 0, false, false);
    expect(begin.state.cwnd).toBe(20);
  });
});

describe("immediate reduction (RFC 3168 §6.1.2, RFC 6675 §5)", () => {
  test("cwnd is ssthresh at once, and nothing is sent until the data in flight is below it", () => {
    const begin = begun(20, 10, "classic");
    expect(begin.state.cwnd).toBe(10);
    const sent = Array.from({ length: 12 }, () => ack(begin, 1));
    expect(sent).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
  });

  test("a window below ssthresh is not raised", () => {
    expect(begun(5, 8, "classic").state.cwnd).toBe(5);
  });
});

test.each<RecoveryMode>(["prr", "classic"])(
  "%s: growth earned before does not count, and at the end cwnd is ssthresh",
  (mode) => {
    const { state, reduction } = begun(20, 10, mode);
    expect(state.cwndCredit).toBe(0);
    state.cwnd = 6;
    reduction.end(state);
    expect([state.cwnd, state.cwndCredit]).toEqual([10, 0]);
  },
);

describe("the examples of RFC 6937 §3.1: a window of 20, halved, limited transmit", () => {
  /**
   * For the ACK of each delivered segment, returns how many segments it causes to be sent: N for a new one, R for a
   * retransmission.
   */
  function sentPerAck(dropped: readonly number[], mode: RecoveryMode): string[] {
    const harness = new Harness({ sender: { initialWindow: 20, recovery: mode } })
      .dropOnce(...dropped)
      .start();
    const perAck: string[] = [];
    for (let seq = 1; seq < 20; seq++) {
      if (dropped.includes(seq)) continue;
      const atMs = 100 + seq;
      harness.run(atMs);
      const sent = harness.sent.filter((one) => one.atMs === atMs);
      perAck.push(sent.map((one) => (one.isRetransmission ? "R" : "N")).join(""));
    }
    return perAck;
  }

  test("one loss with PRR: N N R, then one segment for every second ACK until 10 are in flight", () => {
    // RFC 6937 sets RecoverFS to FlightSize and Linux sets it to cwnd, so the last segments leave one or two ACKs
    // apart.
    expect(sentPerAck([0], "prr").join()).toBe("N,N,R,,N,,N,,N,,N,,N,,N,,N,,");
  });

  test("one loss with an immediate reduction: N N R, then nothing until half the window has drained, then one segment per ACK", () => {
    const sent = sentPerAck([0], "classic");
    expect(sent.slice(0, 3)).toEqual(["N", "N", "R"]);
    const silent = sent.slice(3).findIndex((one) => one !== "");
    expect(sent.slice(3, 3 + silent).join("")).toBe("");
    expect(silent).toBeGreaterThanOrEqual(7);
    expect(silent).toBeLessThanOrEqual(9);
    expect(sent.slice(3 + silent)).toEqual(new Array(16 - silent).fill("N"));
  });

  test("fifteen losses with PRR: N N, then one retransmission per ACK (conservative bound)", () => {
    expect(sentPerAck(range(0, 15), "prr")).toEqual(["N", "N", "R", "R", "R"]);
  });
});
