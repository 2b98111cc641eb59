import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256Base64 } from "../../../../src/ui/saved-runs/report/sha256.ts";

const byNode = (text: string) => createHash("sha256").update(text).digest("base64");

test("is the digest that FIPS 180-4 gives, at each length around the ends of blocks", () => {
  expect(sha256Base64("abc")).toBe("ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  for (let length = 0; length < 200; length++) {
    const text = "s".repeat(length);
    expect(sha256Base64(text)).toBe(byNode(text));
  }
});

test("of any text is Node's, letters of other scripts too", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => sha256Base64(text) === byNode(text)));
  expect(sha256Base64("β é 中文 🎓".repeat(500))).toBe(byNode("β é 中文 🎓".repeat(500)));
});
