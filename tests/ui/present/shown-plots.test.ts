import { describe, expect, it } from "vitest";
import { toggled } from "../../../src/ui/present/presenting.ts";

describe("the plots of a projector", () => {
  it("are at most so many: the one that has been there longest gives way", () => {
    expect(toggled(["cwnd"], "delay", 2)).toEqual(["cwnd", "delay"]);
    expect(toggled(["cwnd", "delay"], "phase", 2)).toEqual(["delay", "phase"]);
  });

  it("are at least one", () => {
    expect(toggled(["cwnd", "delay"], "cwnd", 2)).toEqual(["delay"]);
    expect(toggled(["delay"], "delay", 2)).toEqual(["delay"]);
  });
});
