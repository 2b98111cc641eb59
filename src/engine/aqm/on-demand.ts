/** The queue disciplines that the default scenario does not name, by id, and the programs that they come with to the browser's worker. */
import type { OnDemand } from "../on-demand.ts";
import type { QueueDisciplineDefinition } from "./queue-discipline.ts";

const codelKin = () => import("./codel-kin.ts");
const piKin = () => import("./pi-kin.ts");
const lengthKin = () => import("./length-kin.ts");

export const disciplinesOnDemand: OnDemand<QueueDisciplineDefinition> = {
  ared: async () => (await lengthKin()).ared,
  cobalt: async () => (await codelKin()).cobalt,
  droptail: async () => (await lengthKin()).droptail,
  dualpi2: async () => (await piKin()).dualpi2,
  "ecn-codel": async () => (await codelKin()).ecnCodel,
  "fq-codel": async () => (await codelKin()).fqCodel,
  "fq-pie": async () => (await piKin()).fqPie,
  infinite: async () => (await lengthKin()).infinite,
  pi: async () => (await piKin()).pi,
  pie: async () => (await piKin()).pie,
  "pie-linux": async () => (await piKin()).pieLinux,
  red: async () => (await lengthKin()).red,
  step: async () => (await lengthKin()).step,
};
