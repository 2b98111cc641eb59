import { describe, expect, test } from "vitest";
import { iframeCode, lengthWords, sizeWords, touchedWords } from "../../../src/ui/embed/frame-words.ts";

describe("what is said of a link for others", () => {
  test("is a frame whose address cannot break out of its quotes", () => {
    const code = iframeCode('https://a.example/#v=2&embed=1"><b>', { width: 640, height: 480 });
    expect(code).toContain('src="https://a.example/#v=2&amp;embed=1&quot;&gt;&lt;b&gt;"');
    expect(code).toMatch(/ title="Sawtooth" width="640" height="480" /);
  });

  test("is how long it is, and what follows from that", () => {
    expect(lengthWords("x".repeat(80))).toBe("80 characters.");
    expect(lengthWords("x".repeat(900))).toMatch(/^900 characters\. Its QR code is fine/);
    expect(lengthWords("x".repeat(2001))).toMatch(/cut off/);
  });

  test("is how much may be touched", () => {
    expect([0, 1, 3].map(touchedWords)).toEqual([
      "Nothing is ticked: nothing may be touched.",
      "One thing may be touched.",
      "3 things may be touched.",
    ]);
    expect(sizeWords({ label: "Page", width: 900, height: 640 })).toBe("Page, 900 × 640");
  });
});
