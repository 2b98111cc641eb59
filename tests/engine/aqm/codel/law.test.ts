import { describe, expect, test } from "vitest";
import { type CodelHost, CodelLaw } from "../../../../src/engine/aqm/codel/law.ts";
import { CODEL_PROBES } from "../../../../src/engine/aqm/shared-params.ts";
import { Clock } from "../../../../src/engine/core/clock.ts";
import type { Packet } from "../../../../src/engine/net/packet.ts";
import { madePacket } from "../../net/made-packets.ts";
import { MS } from "../fake-port.ts";

const TARGET_NS = 5 * MS;
const INTERVAL_NS = 100 * MS;
const STEP_NS = 0.05 * MS;

/** A queue that never runs empty and whose packets have all waited for the same time. */
class EndlessQueue implements CodelHost {
  readonly clock: Clock;
  sojournNs = 10 * MS;
  backlog = 1e6;
  marking = true;
  isEmpty = false;
  /** Times of the signals, in ms. */
  readonly marksMs: number[] = [];
  readonly dropsMs: number[] = [];
  private readonly law: CodelLaw;

  constructor(clock: Clock, law: CodelLaw) {
    this.clock = clock;
    this.law = law;
  }

  takeHead(): Packet | null {
    return this.isEmpty ? null : madePacket({ enqueuedNs: this.clock.nowNs - this.sojournNs });
  }

  backlogBytes(): number {
    return this.backlog;
  }

  tryMark(): boolean {
    if (this.marking) this.marksMs.push(this.clock.nowNs / MS);
    return this.marking;
  }

  dropSignal(): void {
    this.dropsMs.push(this.clock.nowNs / MS);
  }

  /** Removes one packet at this time. */
  dequeue(nowMs: number): Packet | null {
    this.clock.nowNs = nowMs * MS;
    return this.law.dequeue(this);
  }

  /** Removes packets in small steps of time. */
  run(fromMs: number, toMs: number): void {
    for (let nowNs = fromMs * MS; nowNs <= toMs * MS; nowNs += STEP_NS) this.dequeue(nowNs / MS);
  }
}

function madeQueue({ exact = true, marking = true } = {}) {
  const clock = new Clock();
  const law = new CodelLaw(clock, TARGET_NS, INTERVAL_NS, exact);
  const queue = new EndlessQueue(clock, law);
  queue.marking = marking;
  return { law, queue };
}

/** Compares times with the tolerance of one step. */
function expectTimes(actual: readonly number[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [i, ms] of expected.entries()) {
    expect(actual[i]).toBeGreaterThanOrEqual(ms - 1e-6);
    expect(actual[i]).toBeLessThanOrEqual(ms + 0.06);
  }
}

// Time of each signal: interval · (1 + 1 + 1/√2 + 1/√3 + 1/√4).
const EXACT_MS = [100, 200, 270.711, 328.446, 378.446];
// Time of each signal if 1/√count is computed by one Newton step per change: 1, 0.5, 0.5625, 0.4878.
const NEWTON_MS = [100, 200, 250, 306.25, 355.029];

describe("the control law (RFC 8289 §5.6)", () => {
  test("with a sojourn time above target from t = 0 it signals after one interval, then at intervals of interval/√count", () => {
    const { queue } = madeQueue();
    queue.run(0, 400);
    expectTimes(queue.marksMs, EXACT_MS);
  });

  test("it drops at the same times when it cannot mark", () => {
    const { queue } = madeQueue({ marking: false });
    queue.run(0, 400);
    expectTimes(queue.dropsMs, EXACT_MS);
    expect(queue.marksMs).toEqual([]);
  });

  test.each([true, false])(
    "with one Newton step a change, as in Linux's codel_Newton_step (marking %s)",
    (marking) => {
      const { queue } = madeQueue({ exact: false, marking });
      queue.run(0, 399);
      expectTimes(marking ? queue.marksMs : queue.dropsMs, NEWTON_MS);
    },
  );

  test("the Newton step stays within 5 % of 1/√count from the fourth signal on", () => {
    const { law, queue } = madeQueue({ exact: false });
    queue.run(0, 3000);
    const gapsMs = queue.marksMs.slice(1).map((ms, i) => ms - queue.marksMs[i]);
    expect(law.count).toBeGreaterThan(50);
    for (let i = 3; i < gapsMs.length; i++) {
      expect(Math.abs(gapsMs[i] * Math.sqrt(i + 1) - 100)).toBeLessThan(5 + 0.06 * Math.sqrt(i + 1));
    }
  });
});

describe("when the sojourn time counts as too long (RFC 8289 §5.6)", () => {
  test("a sojourn time below the target never signals; one at the target does", () => {
    const { queue } = madeQueue();
    queue.sojournNs = TARGET_NS - 1;
    queue.run(0, 1000);
    expect(queue.marksMs).toEqual([]);
    queue.sojournNs = TARGET_NS;
    queue.run(1000, 1101);
    expect(queue.marksMs).toHaveLength(1);
  });

  test("one packet below the target within the interval restarts the interval", () => {
    const { queue } = madeQueue();
    queue.run(0, 99);
    queue.sojournNs = 1 * MS;
    queue.dequeue(99.5);
    queue.sojournNs = 10 * MS;
    queue.run(100, 199.9);
    expect(queue.marksMs).toEqual([]);
    queue.run(200, 201);
    expectTimes(queue.marksMs, [200]);
  });

  test("it never signals while at most one packet waits behind the departing one", () => {
    const { queue } = madeQueue();
    queue.sojournNs = 1000 * MS;
    queue.backlog = 1500;
    queue.run(0, 1000);
    expect([queue.marksMs, queue.dropsMs]).toEqual([[], []]);
    queue.backlog = 1501;
    queue.run(1001, 1102);
    expect(queue.marksMs).toHaveLength(1);
  });

  test("a queue that becomes empty ends the dropping state and the interval", () => {
    const { law, queue } = madeQueue();
    queue.run(0, 150);
    expect(law.dropping).toBe(true);
    queue.isEmpty = true;
    expect(queue.dequeue(160)).toBeNull();
    expect([law.dropping, law.firstAboveNs]).toEqual([false, 0]);
  });
});

test("it waits for one interval from the first packet above the target, unless it is already signalling", () => {
  const { law, queue } = madeQueue();
  const isWaitingAt = (ms: number) => {
    queue.clock.nowNs = ms * MS;
    return law.isWaiting();
  };
  expect(isWaitingAt(0)).toBe(false);
  queue.dequeue(10);
  expect([10, 109.9, 110].map(isWaitingAt)).toEqual([true, true, false]);
  queue.run(11, 111);
  expect([law.dropping, isWaitingAt(111)]).toEqual([true, false]);
  queue.sojournNs = 0;
  queue.dequeue(120);
  expect(isWaitingAt(120)).toBe(false);
});

describe("in the dropping state (RFC 8289 §5.5)", () => {
  /** A queue in the dropping state whose signals are one second late. */
  function lateQueue(marking: boolean) {
    const made = madeQueue({ marking });
    made.queue.run(0, 100.5);
    made.queue.marksMs.length = 0;
    made.queue.dropsMs.length = 0;
    return made;
  }

  test("a drop does not end the loop: all overdue signals are given at once, and each counts", () => {
    const { law, queue } = lateQueue(false);
    expect(queue.dequeue(400)).not.toBeNull();
    // These signals were due at 200, 270.7, 328.4 and 378.4 ms.
    expect(queue.dropsMs).toEqual([400, 400, 400, 400]);
    expect(law.count).toBe(5);
    expect(law.dropNextNs / MS).toBeCloseTo(378.446 + 100 / Math.sqrt(5), 1);
  });

  test("a mark ends the loop: the packet is delivered with its mark, and the next signal waits for the next packet", () => {
    const { law, queue } = lateQueue(true);
    queue.dequeue(400);
    expect(queue.marksMs).toEqual([400]);
    expect(law.count).toBe(2);
    // The next drop is scheduled from the time at which the last one was due, not from the current time.
    expect(law.dropNextNs / MS).toBeCloseTo(270.711, 1);
    queue.dequeue(400.1);
    expect(queue.marksMs).toEqual([400, 400.1]);
  });

  test("the state ends with the first packet that waited less than the target", () => {
    const { law, queue } = madeQueue();
    queue.run(0, 240);
    queue.sojournNs = 1 * MS;
    queue.dequeue(280);
    expect(law.dropping).toBe(false);
    expect(queue.marksMs).toHaveLength(2);
  });

  test("a loop of drops ends when a packet that waited less than the target reaches the head", () => {
    const { law, queue } = lateQueue(false);
    const dropSignal = queue.dropSignal.bind(queue);
    queue.dropSignal = () => {
      dropSignal();
      queue.sojournNs = 1 * MS;
    };
    expect(queue.dequeue(400)?.enqueuedNs).toBe(399 * MS);
    expect(queue.dropsMs).toEqual([400]);
    expect(law.dropping).toBe(false);
  });
});

describe("re-entry (Linux's rule of 16 intervals)", () => {
  /**
   * Is above the target until `leaveMs`, which causes signals, leaves the dropping state then, and is above the
   * target again from `backMs` on.
   */
  function reenter(leaveMs: number, backMs: number) {
    const made = madeQueue();
    const { queue, law } = made;
    queue.run(0, leaveMs);
    const countBefore = law.count;
    queue.sojournNs = 0;
    queue.dequeue(leaveMs + 1);
    queue.dequeue(backMs - 1);
    queue.sojournNs = 10 * MS;
    queue.run(backMs, backMs + 100.1);
    expect(law.dropping).toBe(true);
    return { ...made, countBefore };
  }

  test("soon after a dropping state, count resumes with the number of signals that it added", () => {
    const { law, countBefore } = reenter(380, 500);
    expect(countBefore).toBe(5);
    expect([law.count, law.lastCount]).toEqual([4, 4]);
  });

  test("after 16 intervals or more, count starts at 1", () => {
    // If the dropping state had continued, the next signal would have been due at 423 ms.
    expect([reenter(380, 1922).law.count, reenter(380, 1925).law.count]).toEqual([4, 1]);
  });

  test("count starts at 1 if the last dropping state added at most one signal", () => {
    const { law, countBefore } = reenter(205, 300);
    expect([countBefore, law.count]).toEqual([2, 1]);
  });

  test("the next signal comes interval/√count after the re-entry", () => {
    const { law, queue } = reenter(380, 500);
    const entryMs = queue.marksMs[queue.marksMs.length - 1];
    expect(law.dropNextNs / MS).toBeCloseTo(entryMs + 50, 3);
  });
});

test("the help text of its probe agrees with the law: half an interval at a count of 2, by one Newton step", () => {
  const [count] = CODEL_PROBES;
  expect(count.help).toContain("at a count of 2 that gives half an interval");
  const { law, queue } = madeQueue({ exact: false });
  queue.sojournNs = 10 * MS;
  queue.run(0, 240);
  expect([law.count, law.signalGapNs() / law.intervalNs]).toEqual([2, 0.5]);
});
