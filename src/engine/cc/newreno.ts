import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import { betaParams } from "./abe-params.ts";

export const newreno: AlgorithmDeclaration = {
  id: "newreno",
  label: "NewReno",
  summary: "One segment more per round trip, a cut to β on each congestion signal: the classic sawtooth.",
  cite: "RFC 5681, RFC 6582; ABE: RFC 8511",
  params: [...betaParams(0.5, "RFC 5681 §3.1")],
  probes: [],
};
