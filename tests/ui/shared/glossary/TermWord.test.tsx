import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { GlossaryText } from "../../../../src/ui/shared/glossary/GlossaryText.tsx";
import { tipPlace } from "../../../../src/ui/shared/glossary/TermWord.tsx";
import { WordsOf } from "../../../../src/ui/shared/glossary/WordsOf.tsx";
import { keptPieces } from "../../../../src/ui/shared/SymbolText.tsx";

test("terms can be opened, common words cannot, and subscripts are set", () => {
  const html = renderToStaticMarkup(<GlossaryText text="A packet marked takes cwnd to β_ecn." />);
  expect(html.match(/<button/g)).toHaveLength(3);
  expect(html).toContain('<span translate="no">cwnd</span></button>');
  expect(html).toContain("β<sub>ecn</sub></span></button>");
  expect(html).toContain('aria-description="The number of segments that a sender may have in flight."');
});

test("a bracket before a term and punctuation after it stay on its line, and the text is complete", () => {
  const html = renderToStaticMarkup(<GlossaryText text="Marks (ECE), then CWR. RTT/2 (cwnd) end." />);
  expect(html).toContain('<span class="term"><span>(</span><button');
  expect(html).toMatch(/>ECE<\/span><\/button><span>\),<\/span><\/span><span> then /);
  expect(html.replace(/<[^>]*>/g, "")).toBe("Marks (ECE), then CWR. RTT/2 (cwnd) end.");
});

test("names and symbols are kept from a translator, words are not", () => {
  const kept = (text: string) =>
    keptPieces(text).map((piece) => (piece.isKept ? `[${piece.text}]` : piece.text));
  expect(kept("β_ecn 0.8: cwnd falls by PIE (Linux 3.14), not RED.").join("")).toBe(
    "[β_ecn] 0.8: [cwnd] falls by [PIE] (Linux 3.14), not [RED].",
  );
  expect(kept("FQ-CoDel, H-TCP, Reno, PROBE_BW, W_max, ACKs").join("")).toBe(
    "[FQ-CoDel], [H-TCP], [Reno], [PROBE_BW], [W_max], [ACKs]",
  );
  expect(kept("digest bd5dd27cb6ec7679").join("")).toBe("digest [bd5dd27cb6ec7679]");
  expect(kept("A link of 10 Mbps. I wait.").join("")).toBe("A link of 10 Mbps. I wait.");
});

test("a tip explains the terms of its help, three at most", () => {
  expect(renderToStaticMarkup(<WordsOf text="A packet." />)).toBe("");
  const html = renderToStaticMarkup(<WordsOf text="cwnd, ssthresh, RTT and goodput" />);
  const words = [...html.matchAll(/<b>(.*?)<\/b>/g)].map(([, word]) => word.replace(/<[^>]*>/g, ""));
  expect(words).toEqual(["cwnd", "ssthresh", "RTT"]);
});

describe("the position of a tip", () => {
  const size = { width: 300, height: 100 };
  const window = { innerWidth: 400, innerHeight: 600 };

  test("is below its term, within the window", () => {
    expect(tipPlace({ left: 20, top: 40, bottom: 60 }, size, window)).toEqual({ left: 20, top: 65 });
    expect(tipPlace({ left: 350, top: 40, bottom: 60 }, size, window)).toEqual({ left: 92, top: 65 });
  });

  test("is above it if there is no room below", () => {
    expect(tipPlace({ left: 20, top: 540, bottom: 560 }, size, window)).toEqual({ left: 20, top: 435 });
  });
});
