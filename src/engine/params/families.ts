/** Under which heading a menu lists an algorithm; the headings in menu order, those of all registries together. */
export const FAMILIES = [
  // Queue disciplines: what they go by.
  "Without signals",
  "By queue length",
  "By queue delay",
  "Flow queueing",
  // Congestion controls: what they are for, or what they go by.
  "Common",
  "Milder backoff for marks",
  "Fast long paths",
  "By delay or bandwidth",
  "Model-based",
  "Data centres and L4S",
  "Misbehaving",
  // Paths.
  "One bottleneck",
  "Several bottlenecks",
  "Your own",
] as const;

export type Family = (typeof FAMILIES)[number];
