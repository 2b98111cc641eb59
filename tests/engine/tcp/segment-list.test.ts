import { expect, test } from "vitest";
import { SegmentList } from "../../../src/engine/tcp/segment-list.ts";

test("gives numbers in the order in which they came, also after it has grown", () => {
  const list = new SegmentList();
  const read: number[] = [];
  for (let seq = 0; seq < 300; seq++) {
    list.add(seq * 7);
    if (seq % 3 === 0) {
      read.push(list.first);
      list.dropFirst();
    }
  }
  while (!list.isEmpty) {
    read.push(list.first);
    list.dropFirst();
  }
  expect(read).toEqual(Array.from({ length: 300 }, (_, i) => i * 7));
  expect(list.capacity).toBe(256);
});

test("stays as small as what it holds at once", () => {
  const list = new SegmentList();
  for (let seq = 0; seq < 1000; seq++) {
    list.add(seq);
    list.clear();
  }
  expect([list.isEmpty, list.capacity]).toEqual([true, 8]);
});
