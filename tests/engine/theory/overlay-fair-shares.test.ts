import { describe, expect, test } from "vitest";
import { fairShareOverlays } from "../../../src/engine/theory/overlay-fair-shares.ts";
import { made } from "./made-scenario.ts";

const of = (url: string) => fairShareOverlays(made(url));

describe("fair shares, as overlays", () => {
  test("none of a single flow", () => {
    expect(of("")).toEqual([]);
  });

  test("on one bottleneck one line per group, as payload in Mbps", () => {
    const [first, second] = of("flow=&flow=start=30s,count=4&duration=60s");
    expect(first).toMatchObject({ id: "fair-share", kind: "rate", group: 0, link: null });
    expect(first.value).toMatchObject({ form: "steps", timeS: [0, 30] });
    expect(second.value.form === "steps" && second.value.values).toEqual([
      Number.NaN,
      expect.closeTo((2 * 1448) / 1500, 9),
    ]);
  });

  test("over several bottlenecks the two kinds of fairness differ", () => {
    const overlays = of("path=parking-lot");
    expect(new Set(overlays.map(({ id }) => id))).toEqual(new Set(["max-min-share", "proportional-share"]));
  });
});
