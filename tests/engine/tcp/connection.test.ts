import { describe, expect, test } from "vitest";
import { Connection } from "../../../src/engine/tcp/connection.ts";
import { Harness } from "./harness.ts";

const S = 1e9;

function connectionOf(
  harness: Harness,
  sizeBytes: number | null,
  stopS = Number.POSITIVE_INFINITY,
): Connection {
  return new Connection(0, 0, harness.sender, harness.receiver, 0, stopS * S, sizeBytes);
}

describe("a transfer of so many bytes", () => {
  test.each([
    [1, 1, 1],
    [1448, 1, 1448],
    [1449, 2, 1],
    [14_480, 10, 1448],
    [15_000, 11, 520],
  ])("%s bytes are %s segments, the last one of %s", (bytes, segments, last) => {
    const harness = new Harness();
    connectionOf(harness, bytes).start(0);
    expect([harness.sender.dataEnd, harness.sender.lastSegmentBytes]).toEqual([segments, last]);
  });

  test("the receiver has all bytes when all segments are there, not more", () => {
    const harness = new Harness();
    const connection = connectionOf(harness, 15_000);
    connection.start(0);
    harness.run(55);
    expect(connection.receivedBytes).toBe(6 * 1448);
    harness.run(1000);
    expect(connection.receivedBytes).toBe(15_000);
  });
});

describe("a flow that is stopped", () => {
  test("sends nothing new, and what is under way is still repaired and acknowledged", () => {
    const harness = new Harness();
    harness.dropOnce(3);
    const connection = connectionOf(harness, null);
    connection.start(0);
    harness.run(50);
    connection.stop();
    harness.run(5000);
    expect([harness.state.nxt, harness.state.una, harness.pool.inUse]).toEqual([10, 10, 0]);
    expect(harness.retransmitted()).toContain(3);
  });

  test("a transfer that had sent everything anyway keeps its size", () => {
    const harness = new Harness();
    const connection = connectionOf(harness, 2000);
    connection.start(0);
    connection.stop();
    harness.run(1000);
    expect(connection.receivedBytes).toBe(2000);
  });
});

test("competes from its start until it stops or is complete", () => {
  const connection = connectionOf(new Harness(), 15_000, 10);
  expect(connection.isActive(1 * S)).toBe(false);
  connection.start(1 * S);
  expect([connection.isActive(1 * S), connection.isActive(10 * S)]).toEqual([true, false]);
  connection.completedNs = 5 * S;
  expect(connection.isActive(6 * S)).toBe(false);
});
