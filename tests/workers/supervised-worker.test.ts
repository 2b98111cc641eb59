import { expect, test } from "vitest";
import { Watchdog } from "../../src/workers/supervised-worker.ts";
import { FakeTimer } from "./fake-workers.ts";

function setUp() {
  const timer = new FakeTimer();
  const barks: string[] = [];
  return {
    timer,
    barks,
    watchdog: new Watchdog(
      timer,
      () => 5000,
      () => barks.push("bark"),
    ),
  };
}

test("fires once after the timeout without a progress report", () => {
  const { timer, barks, watchdog } = setUp();
  watchdog.expect();
  timer.pass(4500);
  expect(barks).toHaveLength(0);
  timer.pass(500);
  expect(barks).toHaveLength(1);
  timer.pass(60_000);
  expect(barks).toHaveLength(1);
});

test("a progress report restarts the wait", () => {
  const { timer, barks, watchdog } = setUp();
  watchdog.expect();
  for (let i = 0; i < 10; i++) {
    timer.pass(4000);
    watchdog.sign();
  }
  expect(barks).toHaveLength(0);
});

test("requesting more work does not excuse a silence that already lasts", () => {
  const { timer, barks, watchdog } = setUp();
  for (let i = 0; i < 10; i++) {
    watchdog.expect();
    timer.pass(500);
  }
  expect(barks).toHaveLength(1);
});

test("nothing is expected of an idle worker, and no timer runs", () => {
  const { timer, barks, watchdog } = setUp();
  watchdog.expect();
  timer.pass(3000);
  watchdog.rest();
  expect(timer.running).toBe(false);
  watchdog.expect();
  timer.pass(3000);
  expect(barks).toHaveLength(0);
});
