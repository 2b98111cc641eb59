/** Loads the code of a queue discipline when a scenario needs it. `npm run docs` writes this file from `registry.ts`. */
import { codel } from "./codel/codel.ts";
import { droptail } from "./droptail.ts";
import type { QueueDisciplineDefinition } from "./queue-discipline.ts";

/** The queue disciplines whose code is part of the program from the start. */
export const QUEUES_AT_ONCE: readonly QueueDisciplineDefinition[] = [codel, droptail];

/** Functions that load the code of the other queue disciplines, by id. */
export const QUEUES_ON_DEMAND: Readonly<Record<string, () => Promise<QueueDisciplineDefinition>>> = {
  ared: async () => (await import("./ared/ared.ts")).ared,
  cobalt: async () => (await import("./cobalt/cobalt.ts")).cobalt,
  dualpi2: async () => (await import("./dualpi2/dualpi2.ts")).dualpi2,
  "ecn-codel": async () => (await import("./ecn-codel/ecn-codel.ts")).ecnCodel,
  "fq-codel": async () => (await import("./fq-codel/fq-codel.ts")).fqCodel,
  "fq-pie": async () => (await import("./fq-pie/fq-pie.ts")).fqPie,
  infinite: async () => (await import("./infinite.ts")).infinite,
  pi: async () => (await import("./pi/pi.ts")).pi,
  pie: async () => (await import("./pie/pie.ts")).pie,
  "pie-linux": async () => (await import("./pie/pie-linux.ts")).pieLinux,
  red: async () => (await import("./red/red.ts")).red,
  step: async () => (await import("./step/step.ts")).step,
};
