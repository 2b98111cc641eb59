import { expect, it } from "vitest";
import { readLink } from "../../../src/teaching/document/links.ts";

it("distinguishes a state of the bench, a piece of the page and external pages", () => {
  expect(readLink("#capacity=20Mbps")).toEqual({ to: "bench", fragment: "v=2&capacity=20Mbps" });
  expect(readLink("#v=1&rtt=20ms")).toEqual({ to: "bench", fragment: "v=1&rtt=20ms" });
  expect(readLink("#")).toEqual({ to: "bench", fragment: "v=2" });
  expect(readLink("#point=beta-ecn")).toEqual({ to: "piece", piece: "beta-ecn", stretch: null });
  expect(readLink("#point=cwnd&from=20s&to=500ms")).toMatchObject({ to: "nowhere" });
  expect(readLink("#point=cwnd&from=500ms&to=20s")).toEqual({
    to: "piece",
    piece: "cwnd",
    stretch: { fromS: 0.5, toS: 20 },
  });
  expect(readLink("https://example.org/a?b#c")).toEqual({ to: "outside", url: "https://example.org/a?b#c" });
});

it("reports links that lead nowhere, including programs in links", () => {
  for (const href of [
    "javascript:alert(1)",
    "data:text/html,x",
    "http://example.org",
    "//example.org",
    "x.md",
  ])
    expect(readLink(href)).toMatchObject({
      to: "nowhere",
      problem: expect.stringContaining("must begin with"),
    });
  for (const href of ["#point=", "#point=cwnd&at=3s", "#point=<b>"])
    expect(readLink(href)).toMatchObject({ to: "nowhere", problem: expect.stringContaining("#point=cwnd") });
  expect(readLink("#point=cwnd&from=20s")).toMatchObject({
    problem: expect.stringContaining("from=20s&to=30s"),
  });
});
