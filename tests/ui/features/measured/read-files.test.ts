import { describe, expect, test } from "vitest";
import { NO_UNITS } from "../../../../src/measured/column-units.ts";
import {
  isMeasurementFile,
  measurementOfText,
  readFile,
  withMeasured,
} from "../../../../src/ui/features/measured/read-files.ts";
import type { MeasuredKind } from "../../../../src/ui/features/measured/shown-measurement.ts";
import type { ChartModel } from "../../../../src/ui/shared/chart/chart-model.ts";
import { valueAt } from "../../../../src/ui/shared/chart/recorded-series.ts";

const rows = (fromS: number, toS: number, of: (timeS: number) => string) =>
  Array.from({ length: Math.round((toS - fromS) * 10) }, (_, i) => of(fromS + i / 10)).join("\n");
const table = (text: string) => `t,cwnd,srtt_ms,bytes_acked\n${text}\n`;
const steady = (timeS: number) =>
  `${timeS},${timeS < 5 ? 20 : 40},${timeS < 5 ? 100 : 130},${timeS * 125_000}`;

describe("curves", () => {
  const { lines } = measurementOfText("a", table(rows(0, 10, steady)));
  const at = (kind: MeasuredKind, timeS: number) => {
    const line = lines[kind];
    return line === undefined ? Number.NaN : valueAt(line.series, timeS);
  };

  test("show cwnd unchanged, srtt above its minimum, and the rate of acknowledged bytes", () => {
    expect([at("cwnd", 3), at("cwnd", 7)]).toEqual([20, 40]);
    expect([at("delay", 3), at("delay", 7)]).toEqual([0, 30]);
    expect(at("rate", 6)).toBeCloseTo(1, 5);
    expect(lines.delay?.what).toBe("srtt above its minimum, 100 ms");
  });

  test("leave a gap open, except a short one", () => {
    const gap = measurementOfText("a", table(`${rows(0, 5, steady)}\n${rows(20, 25, steady)}`)).lines.cwnd
      ?.series;
    if (gap === undefined) throw new Error("no cwnd");
    expect(valueAt(gap, 6)).toBe(20);
    expect(valueAt(gap, 10)).toBeNaN();
    expect(valueAt(gap, 21)).toBe(40);
  });
});

test("over a plot add a note, a reading, a sentence, and room above", () => {
  const model: ChartModel = {
    ...{ title: "cwnd", unit: "segments", yDomain: [0, 30], marks: [] },
    readAt: () => [],
    summary: () => "So it goes.",
  };
  const { lines } = measurementOfText("file", table(rows(0, 10, steady)));
  const over = withMeasured(model, { name: "file", lines }, "cwnd", { fromS: 0, toS: 10 }, 0);
  expect(over.yDomain[1]).toBeGreaterThanOrEqual(40);
  expect(over.notes?.(500)).toMatchObject([{ text: "file", inFull: "file: cwnd" }]);
  expect(over.readAt(7)).toMatchObject([{ name: "file", value: 40 }]);
  expect(over.summary()).toBe("So it goes. Shown over it: file: cwnd, from 20.0 to 40.0 segments.");
  expect(withMeasured(model, { name: "file", lines }, "fairness", { fromS: 0, toS: 10 }, 0)).toBe(model);
});

describe("files", () => {
  const file = (text: string, name = "a.csv") => new File([text], name);

  test("are recognised by their content; documents of Sawtooth that quote one are not", async () => {
    const is = (text: string) => isMeasurementFile(file(text));
    expect(await is("t,cwnd\n0,1\n")).toBe(true);
    expect(await is("---\nkind: lesson\n---\nt,cwnd\n")).toBe(false);
    expect(await is('{"a":"t,cwnd"}')).toBe(false);
    expect(await is("name,code\nAda,abc\n")).toBe(false);
    expect(await is("time_s,rate_bps\n0,1\n")).toBe(false);
  });

  test("are refused before reading if too large", async () => {
    const large = { name: "big.pcap", size: 200e6 } as File;
    await expect(readFile(large, NO_UNITS)).rejects.toThrow("“big.pcap” has 200.0 MB; the limit is 64.0 MB.");
  });
});
