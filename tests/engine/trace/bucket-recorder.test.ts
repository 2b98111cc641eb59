import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BucketRecorder } from "../../../src/engine/trace/bucket-recorder.ts";
import { cases } from "../../effort.ts";
import { type Timed, timed } from "../core/timed.ts";

const S = 1e9;

type Records = readonly (readonly [timeNs: number, value: number])[];

function recorded(records: Records, spanNs: number, capacity: number, holds: boolean): Timed<BucketRecorder> {
  const recorder = timed((clock) => new BucketRecorder(clock, spanNs, capacity, holds));
  for (const [timeNs, value] of records) recorder.at(timeNs).record(value);
  return recorder;
}

const columns = (recorder: Timed<BucketRecorder>, nowNs: number) => {
  const { min, max, last } = recorder.at(nowNs).series();
  return { min: [...min], max: [...max], last: [...last] };
};

describe("buckets", () => {
  test("keep min, max and last value of what was recorded in them", () => {
    const recorder = recorded(
      [
        [0, 5],
        [3, 1],
        [9, 3],
        [12, 8],
      ],
      40,
      4,
      false,
    );
    expect(columns(recorder, 15)).toEqual({ min: [1, 8], max: [5, 8], last: [3, 8] });
  });

  test("a quantity that keeps its value counts at the start of a bucket; a quantity of events does not", () => {
    const records: Records = [
      [0, 5],
      [15, 8],
    ];
    expect(columns(recorded(records, 40, 4, true), 19)).toEqual({ min: [5, 5], max: [5, 8], last: [5, 8] });
    expect(columns(recorded(records, 40, 4, false), 19)).toEqual({ min: [5, 8], max: [5, 8], last: [5, 8] });
  });

  test("an empty bucket repeats the last value, up to the current time", () => {
    expect(columns(recorded([[5, 7]], 60, 6, false), 39)).toEqual({
      min: [7, 7, 7, 7],
      max: [7, 7, 7, 7],
      last: [7, 7, 7, 7],
    });
  });

  test("before the first record there is no value", () => {
    const { last } = columns(recorded([[25, 7]], 40, 4, true), 29);
    expect(last).toEqual([Number.NaN, Number.NaN, 7]);
  });

  test("start at 0 and give their width", () => {
    const series = recorded([[0, 1]], 10 * S, 100, true)
      .at(S)
      .series();
    expect(series.startS).toBe(0);
    expect(series.bucketS).toBeCloseTo(0.1, 6);
    expect([series.min.length, series.max.length, series.last.length]).toEqual(
      new Array(3).fill(series.length),
    );
  });
});

describe("when the run outlasts the buckets", () => {
  test("neighbours are merged and the buckets become twice as wide", () => {
    const records: Records = Array.from({ length: 16 }, (_, i) => [i * 10, (i * 7) % 16] as const);
    const recorder = recorded(records, 79, 8, false);
    const series = recorder.at(159).series();
    expect([series.length, series.bucketS]).toEqual([8, 20e-9]);
    expect([...series.min]).toEqual(
      [0, 5, 3, 1, 8, 6, 4, 2].map((_, i) => Math.min((14 * i) % 16, (14 * i + 7) % 16)),
    );
    expect([...series.last]).toEqual(Array.from({ length: 8 }, (_, i) => (14 * i + 7) % 16));
  });

  test("a run of exactly the planned length, last record included, needs no merging", () => {
    for (const [spanNs, capacity] of [
      [4096 * 1000, 4096],
      [120 * S, 4096],
      [100 * S, 4096],
    ] as const) {
      const recorder = recorded(
        [
          [0, 1],
          [spanNs, 2],
        ],
        spanNs,
        capacity,
        true,
      );
      const series = recorder.at(spanNs).series();
      expect(series.length).toBeGreaterThan(capacity / 2 + 1);
      expect(series.length).toBeLessThanOrEqual(capacity);
      expect(series.last[series.length - 1]).toBe(2);
    }
  });
});

/** Values are integers, which 32-bit floats represent exactly. Times ascend. */
const anyRecords = fc
  .array(fc.tuple(fc.nat(40), fc.nat(1000)), { minLength: 1, maxLength: 200 })
  .map((steps) => {
    let timeNs = 0;
    return steps.map(([afterNs, value]) => {
      timeNs += afterNs;
      return [timeNs, value] as const;
    });
  });

test("for any records, each bucket has the values of a list of all records", () => {
  fc.assert(
    fc.property(
      anyRecords,
      fc.integer({ min: 1, max: 500 }),
      fc.boolean(),
      fc.nat(100),
      (records, spanNs, holds, restNs) => {
        const endNs = records[records.length - 1][0] + restNs;
        const { min, max, last, bucketS, length } = recorded(records, spanNs, 8, holds).at(endNs).series();
        const bucketNs = Math.round(bucketS * S);
        expect(length).toBe(Math.floor(endNs / bucketNs) + 1);
        expect(length).toBeLessThanOrEqual(8);
        for (let i = 0; i < length; i++) {
          const inside = records.filter(([ns]) => Math.floor(ns / bucketNs) === i).map(([, value]) => value);
          const before = records.filter(([ns]) => ns < i * bucketNs).map(([, value]) => value);
          const held = before.slice(-1);
          const all = [...held, ...inside];
          expect(last[i]).toBe(all.length === 0 ? Number.NaN : all[all.length - 1]);
          if (all.length === 0) continue;
          if (holds) {
            expect([min[i], max[i]]).toEqual([Math.min(...all), Math.max(...all)]);
          } else if (inside.length > 0) {
            // If one part of a merged bucket is empty, the bucket may also contain the value repeated there.
            expect(min[i]).toBeLessThanOrEqual(Math.min(...inside));
            expect(max[i]).toBeGreaterThanOrEqual(Math.max(...inside));
            expect(all).toContain(min[i]);
            expect(all).toContain(max[i]);
          } else expect([min[i], max[i]]).toEqual([held[0], held[0]]);
        }
      },
    ),
    cases(500),
  );
});

test("reading a series during a run does not change it", () => {
  fc.assert(
    fc.property(anyRecords, fc.integer({ min: 1, max: 500 }), fc.boolean(), (records, spanNs, holds) => {
      const endNs = records[records.length - 1][0] + 1;
      const looked = timed((clock) => new BucketRecorder(clock, spanNs, 8, holds));
      for (const [i, [timeNs, value]] of records.entries()) {
        looked.at(timeNs).record(value);
        const nextNs = records[i + 1]?.[0] ?? endNs;
        if (i % 3 === 0) looked.at(Math.floor((timeNs + nextNs) / 2)).series();
      }
      expect(looked.at(endNs).series()).toEqual(recorded(records, spanNs, 8, holds).at(endNs).series());
    }),
  );
});

describe("events", () => {
  const means = (recorder: Timed<BucketRecorder>, nowNs: number) => {
    const { mean, count } = recorder.at(nowNs).eventSeries();
    return { mean: [...mean], count: [...count] };
  };

  test("a bucket has the mean and the number of its events; an empty bucket repeats the last value", () => {
    const recorder = recorded(
      [
        [0, 1],
        [1, 1],
        [2, 4],
        [25, 8],
      ],
      40,
      4,
      false,
    );
    expect(means(recorder, 39)).toEqual({ mean: [2, 4, 8, 8], count: [3, 0, 1, 0] });
  });

  test("each event has the same weight, however often buckets were merged", () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const recorder = recorded(records, 8, 8, false);
        const { mean, count } = means(recorder, records[records.length - 1][0] + 1);
        const sum = mean.reduce((all, value, i) => (count[i] > 0 ? all + value * count[i] : all), 0);
        const expected = records.reduce((all, [, value]) => all + value, 0);
        expect(count.reduce((all, n) => all + n, 0)).toBe(records.length);
        expect(Math.abs(sum - expected)).toBeLessThanOrEqual(1e-4 * Math.max(1, Math.abs(expected)));
      }),
    );
  });
});

test("a returned series is a copy", () => {
  const recorder = recorded([[0, 1]], 40, 4, true);
  const series = recorder.at(5).series();
  recorder.at(6).record(100);
  expect([...series.max]).toEqual([1]);
});
