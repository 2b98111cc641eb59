/** Traces of a real Linux kernel for the cases of presets: names of files under `traces/`, without extension. */

export const KERNEL_TRACES = [
  "linux-newreno-codel-rtt100-beta0.5",
  "linux-newreno-codel-rtt100-beta0.8",
  "linux-newreno-pie-rtt100-beta0.8",
  "linux-newreno-step-codel-rtt400-beta0.8",
  "linux-cubic-codel-20mbps-rtt80",
] as const;

/** Name of a trace. */
export type KernelTraceName = (typeof KERNEL_TRACES)[number];
