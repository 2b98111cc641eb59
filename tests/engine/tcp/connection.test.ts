import { describe, expect, test } from "vitest";
import { Connection } from "../../../src/engine/tcp/connection.ts";
import { scripted } from "./conformance/scripted.ts";
import { Harness } from "./harness.ts";

interface Made {
  readonly connection: Connection;
  /** The transfers that were completed, by number, and their times in ms. */
  readonly drained: { transfer: number; atMs: number }[];
}

const endsOf = ({ sender, receiver }: Harness) => ({ sender, receiver });

/** Lets the harness deliver ACKs through a connection. */
function made(harness: Harness): Made {
  const drained: Made["drained"] = [];
  const owner = {
    onDrained: (connection: Connection) =>
      drained.push({ transfer: connection.transfer, atMs: harness.nowNs / 1e6 }),
    onUnread: () => {},
    onProgress: () => {},
    onOpened: () => {},
    onNotOpened: () => {},
  };
  const connection = new Connection(0, 0, owner, harness.pool, () => ({
    ...endsOf(harness),
    handshake: null,
  }));
  return { connection, drained };
}

describe("a transfer of a given size", () => {
  test.each([
    [1, 1, 1],
    [1448, 1, 1448],
    [1449, 2, 1],
    [14_480, 10, 1448],
    [15_000, 11, 520],
  ])("of %s bytes consists of %s segments, the last one with %s bytes", (bytes, segments, last) => {
    const harness = new Harness({ segments: 0 });
    made(harness).connection.offer(bytes, 0);
    expect([harness.sender.dataEnd, harness.sender.lastSegmentBytes]).toEqual([segments, last]);
  });

  test("the receiver has all bytes when all segments have arrived, and no more", () => {
    const harness = new Harness({ segments: 0 });
    const { connection } = made(harness);
    connection.offer(15_000, 0);
    harness.run(55);
    expect(connection.receivedBytes).toBe(6 * 1448);
    harness.run(1000);
    expect(connection.receivedBytes).toBe(15_000);
  });

  test("the next transfer on the same connection starts in its own segment, and the bytes add up", () => {
    const harness = new Harness({ segments: 0 });
    const { connection } = made(harness);
    connection.offer(2000, 0);
    harness.run(1000);
    connection.offer(3000, 1);
    expect([harness.sender.dataEnd, harness.sender.lastSegmentBytes]).toEqual([5, 104]);
    harness.run(2000);
    expect([connection.receivedBytes, connection.isIdle]).toEqual([5000, true]);
  });
});

describe("segments that the congestion control makes smaller", () => {
  test("a transfer needs more segments, and its bytes add up, also with a loss and a further transfer", () => {
    const harness = new Harness({ segments: 0 }).dropOnce(4);
    const { connection } = made(harness);
    const bytes: number[] = [];
    const { out } = harness.sender as unknown as { out: { receive(packet: { bytes: number }): void } };
    const receive = out.receive.bind(out);
    out.receive = (packet) => {
      bytes.push(packet.bytes - 52);
      receive(packet);
    };
    harness.state.segmentBytes = 600;
    connection.offer(15_000, 0);
    expect(bytes).toEqual(Array.from({ length: 10 }, () => 600));
    harness.state.segmentBytes = 1000;
    harness.run(3000);
    expect([connection.receivedBytes, connection.isIdle]).toEqual([15_000, true]);
    // The lost segment is sent again with its own size.
    expect(bytes.filter((size) => size === 600)).toHaveLength(11);
    harness.state.segmentBytes = 1448;
    connection.offer(3000, 1);
    harness.run(6000);
    expect([connection.receivedBytes, connection.isIdle]).toEqual([18_000, true]);
    expect(bytes.slice(-3)).toEqual([1448, 1448, 104]);
  });

  test("a transfer of one segment becomes several", () => {
    const harness = new Harness({ segments: 0 });
    const { connection } = made(harness);
    harness.state.segmentBytes = 500;
    connection.offer(1448, 0);
    expect([harness.sender.dataEnd, harness.sender.lastSegmentBytes]).toEqual([3, 448]);
    harness.run(1000);
    expect([connection.receivedBytes, connection.isIdle]).toEqual([1448, true]);
  });

  test("a window of thousands of small segments keeps the sizes of all of them", () => {
    const harness = new Harness({
      segments: 0,
      sender: { initialWindow: 3000, receiveWindow: 4000 },
      gapMs: 0.01,
    });
    const { connection } = made(harness);
    connection.offer(null, 0);
    harness.state.segmentBytes = 200;
    harness.run(2000);
    expect(connection.receivedBytes).toBe(3000 * 1448 + (harness.receiver.next - 3000) * 200);
  });
});

describe("a transfer that is cut off", () => {
  test("sends no new data, and data in flight is still repaired and acknowledged", () => {
    const harness = new Harness({ segments: 0 }).dropOnce(3);
    const { connection } = made(harness);
    connection.offer(null, 0);
    harness.run(50);
    connection.cut();
    harness.run(5000);
    expect([harness.state.nxt, harness.state.una, harness.pool.inUse]).toEqual([10, 10, 0]);
    expect(harness.retransmitted()).toContain(3);
    expect([connection.wasCut, connection.receivedBytes]).toEqual([true, 10 * 1448]);
  });

  test("keeps its size if everything was sent before, and does not count as cut off", () => {
    const harness = new Harness({ segments: 0 });
    const { connection } = made(harness);
    connection.offer(2000, 0);
    connection.cut();
    harness.run(1000);
    expect([connection.wasCut, connection.receivedBytes]).toEqual([false, 2000]);
  });

  test("can continue later where it stopped", () => {
    const harness = new Harness({ segments: 0 });
    const { connection } = made(harness);
    connection.offer(null, 0);
    connection.cut();
    harness.run(1000);
    const before = harness.state.una;
    connection.offer(null, 1);
    harness.run(1200);
    expect(harness.state.una).toBeGreaterThan(before);
  });
});

test("packets of an earlier connection on the same ends are discarded", () => {
  const harness = new Harness({ segments: 0 });
  const { connection } = made(harness);
  connection.renew();
  const stale = harness.pool.take();
  const ack = harness.pool.take();
  connection.onData(Object.assign(stale, { epoch: 0, seq: 0 }));
  connection.onAck(Object.assign(ack, { epoch: 0, isAck: true, ack: 1 }));
  expect([harness.receiver.next, harness.state.una, harness.pool.inUse]).toEqual([0, 0, 0]);
});

test("events after a timeout are attributed to the timer, later ones are not", () => {
  const flow = scripted({ rttMs: 100 });
  const seen: boolean[] = [];
  const { observer } = flow.sender;
  const { onEvent } = observer;
  observer.onEvent = (kind, before, after) => {
    seen.push(flow.sender.isOnTimer);
    onEvent(kind, before, after);
  };
  flow.write(4).at(100).ack(0, [1, 4]).at(900);
  expect(flow.sender.isOnTimer).toBe(false);
  // The first event was caused by an ACK, the second by the timer.
  expect(seen).toEqual([false, true]);
});
