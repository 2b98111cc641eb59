import type { AlgorithmDeclaration } from "../params/algorithm.ts";

export const droptail: AlgorithmDeclaration = {
  id: "droptail",
  label: "DropTail",
  summary:
    "First in, first out; an arriving packet is dropped when the queue is full. The baseline: it never marks.",
  cite: "RFC 7567 §2",
  params: [],
  probes: [],
};
