/** The queue disciplines that the default scenario does not name, by id: each a program of its own for the browser's worker. */
import type { OnDemand } from "../on-demand.ts";
import type { QueueDisciplineDefinition } from "./queue-discipline.ts";

export const disciplinesOnDemand: OnDemand<QueueDisciplineDefinition> = {
  ared: async () => (await import("./ared.ts")).ared,
  cobalt: async () => (await import("./cobalt.ts")).cobalt,
  droptail: async () => (await import("./droptail.ts")).droptail,
  dualpi2: async () => (await import("./dualpi2.ts")).dualpi2,
  "ecn-codel": async () => (await import("./ecn-codel.ts")).ecnCodel,
  "fq-codel": async () => (await import("./fq-codel.ts")).fqCodel,
  "fq-pie": async () => (await import("./fq-pie.ts")).fqPie,
  infinite: async () => (await import("./infinite.ts")).infinite,
  pi: async () => (await import("./pi.ts")).pi,
  pie: async () => (await import("./pie.ts")).pie,
  "pie-linux": async () => (await import("./pie-linux.ts")).pieLinux,
  red: async () => (await import("./red.ts")).red,
  step: async () => (await import("./step.ts")).step,
};
