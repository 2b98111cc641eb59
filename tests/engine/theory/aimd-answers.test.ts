import { describe, expect, test } from "vitest";
import { aimdAnswers } from "../../../src/engine/theory/aimd-answers.ts";
import { made } from "./made-scenario.ts";

const of = (flow: string) => aimdAnswers(made(`flow=${flow}`).flows[0]);

describe("answers of additive increase and multiplicative decrease", () => {
  test("NewReno and ABE (RFC 8511 §3.1): one segment per round trip, β by kind of signal", () => {
    expect(of("beta-ecn=0.8,beta-loss=0.6")).toEqual({
      toMark: { alpha: 1, beta: 0.8 },
      toLoss: { alpha: 1, beta: 0.6 },
    });
  });

  test("ECN(α,β): α of its own after a mark, NewReno's slope after a loss", () => {
    expect(of("cc=ecn-ab,ab-alpha=0.4,beta-ecn=0.7647")).toEqual({
      toMark: { alpha: 0.4, beta: 0.7647 },
      toLoss: { alpha: 1, beta: 0.5 },
    });
  });

  test("none of senders that grow or answer otherwise", () => {
    for (const cc of ["cubic", "dctcp", "bbr1"]) expect(of(`cc=${cc}`)).toBeNull();
  });
});
