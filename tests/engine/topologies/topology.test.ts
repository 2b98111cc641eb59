import fc from "fast-check";
import { expect, test } from "vitest";
import { isPathName, nearestPathName } from "../../../src/engine/topologies/topology.ts";

test("letters, digits, hyphens and underscores: no character that links and flags use as a sign", () => {
  for (const name of ["wan", "R1-R2", "hop_3", "9"]) expect(isPathName(name), name).toBe(true);
  for (const name of ["", "-a", "a.b", "a,b", "a=b", "a+b", "a b", "é", "a".repeat(25)]) {
    expect(isPathName(name), name).toBe(false);
  }
});

test("the nearest name of any text is a valid name, or none", () => {
  expect(nearestPathName("my link.1")).toBe("my-link-1");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const name = nearestPathName(text);
      expect(name === "" || isPathName(name)).toBe(true);
    }),
  );
});
