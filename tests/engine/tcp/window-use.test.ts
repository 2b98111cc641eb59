import { describe, expect, test } from "vitest";
import { noteRoom } from "../../../src/engine/tcp/window-use.ts";
import { madeState } from "../cc/made-state.ts";

/** A sender in slow start that sends up to `nxt` and then stops for another reason than cwnd. */
function stopped(una: number, nxt: number, nxtBefore: number, fields: Parameters<typeof madeState>[0] = {}) {
  const state = madeState({ cwnd: 10, una, nxt, ...fields });
  noteRoom(state, nxtBefore, false);
  return state;
}

describe("what is known of the use of cwnd (Linux tcp_cwnd_validate)", () => {
  test("the most that was out, and until when that holds", () => {
    const state = stopped(0, 6, 0);
    expect([state.mostOut, state.usedUntil, state.cwndLimited, state.mayGrow]).toEqual([6, 6, false, true]);
  });

  test("less says nothing while what was out then is not acknowledged; more does", () => {
    const known = { mostOut: 6, usedUntil: 6 };
    expect(stopped(4, 7, 6, known).mostOut).toBe(6);
    expect(stopped(0, 7, 6, known).mostOut).toBe(7);
    expect(stopped(6, 7, 6, known).mostOut).toBe(1);
  });

  test("a window that was full counts as such until all that was out then is acknowledged", () => {
    const full = { cwndLimited: true, usedUntil: 10 };
    expect(stopped(9, 12, 10, full)).toMatchObject({ cwndLimited: true, mayGrow: true });
    expect(stopped(10, 12, 10, full)).toMatchObject({ cwndLimited: false, mostOut: 2, mayGrow: false });
  });

  test("nothing sent, nothing known", () => {
    expect(stopped(10, 10, 10, { cwndLimited: true, usedUntil: 10 }).cwndLimited).toBe(true);
  });
});

test("in slow start a window grows to twice what was out, in congestion avoidance only a full one", () => {
  const state = madeState({ cwnd: 10, mostOut: 6 });
  expect(state.mayGrow).toBe(true);
  expect(Object.assign(state, { cwnd: 12 }).mayGrow).toBe(false);
  expect(Object.assign(state, { cwnd: 11, ssthresh: 11 }).mayGrow).toBe(false);
});

describe("as up to version 1", () => {
  test("the last attempt to send alone counts; where pacing holds back, the last window", () => {
    const state = madeState({ cwndLimited: true, una: 2, nxt: 10, usedUntil: 5, remembersUse: false });
    noteRoom(state, 9, true);
    expect(state.cwndLimited).toBe(true);
    noteRoom(state, 9, false);
    expect([state.cwndLimited, state.mostOut]).toEqual([false, 0]);
  });
});
