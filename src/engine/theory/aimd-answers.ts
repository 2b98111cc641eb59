/** Senders that the models of additive increase and multiplicative decrease describe, and how they answer signals. */
import { readNumber } from "../params/read.ts";
import type { FlowSpec } from "../scenario/scenario.ts";

export interface AimdAnswer {
  /** Segments more per round trip, until the next signal. */
  readonly alpha: number;
  /** What is kept of the window. */
  readonly beta: number;
}

export interface AimdAnswers {
  readonly toMark: AimdAnswer;
  readonly toLoss: AimdAnswer;
}

/** Null for a sender of another kind. */
export function aimdAnswers({ cc, params }: FlowSpec): AimdAnswers | null {
  if (cc !== "newreno" && cc !== "ecn-ab") return null;
  return {
    toMark: {
      alpha: cc === "ecn-ab" ? readNumber(params, "ab-alpha") : 1,
      beta: readNumber(params, "beta-ecn"),
    },
    toLoss: { alpha: 1, beta: readNumber(params, "beta-loss") },
  };
}
