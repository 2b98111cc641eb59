import { describe, expect, it } from "vitest";
import { defaultScenario } from "../../../../src/engine/index.ts";
import { parseAxis } from "../../../../src/experiments/sweep-axis.ts";
import { rangeParts, valuesAs, valuesWords } from "../../../../src/ui/parts/axis/AxisEditor.tsx";

const axis = (text: string) => parseAxis(text, defaultScenario());

describe("the values of an axis", () => {
  it("are a range if they have three parts", () => {
    expect(rangeParts("0.5:0.95:0.05")).toEqual(["0.5", "0.95", "0.05"]);
    expect(rangeParts("20ms,100ms")).toBeNull();
    expect(rangeParts("")).toBeNull();
  });

  it("become a list of the same values, and a range again", () => {
    const list = valuesAs("list", axis("rtt=20ms:100ms:20ms"), "");
    expect(list.split(",")).toHaveLength(5);
    expect(axis(`rtt=${list}`).values).toEqual(axis("rtt=20ms:100ms:20ms").values);
    const range = valuesAs("range", axis(`rtt=${list}`), "");
    expect(axis(`rtt=${range}`).values).toEqual(axis(`rtt=${list}`).values);
  });

  it("become a range by a factor if they grow by one", () => {
    expect(valuesAs("range", axis("rtt=20ms,40ms,80ms,160ms"), "")).toMatch(/:x2$/);
  });

  it("become a default range if they are none", () => {
    expect(valuesAs("range", null, "1:2:1")).toBe("1:2:1");
    expect(valuesAs("range", axis("rtt=20ms"), "10:100:10")).toBe("10:100:10");
    expect(rangeParts(valuesAs("range", null, "a,b"))).not.toBeNull();
    expect(valuesAs("list", null, "")).toBe("");
  });

  it("are described briefly", () => {
    expect(valuesWords(["1", "2"])).toBe("2 values: 1, 2");
    expect(valuesWords(Array.from({ length: 10 }, (_, i) => String(i)))).toBe("10 values: 0, 1, 2, 3, … 9");
  });
});
