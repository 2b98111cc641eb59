/** All faults that `npm run mutate` tries. */
import type { Mutation } from "./mutation.ts";
import { networkFaults } from "./network.ts";
import { pageFaults } from "./page.ts";
import { reportFaults } from "./report.ts";
import { scenarioFaults } from "./scenario.ts";
import { senderFaults } from "./senders.ts";
import { teachingFaults } from "./teaching.ts";
import { storyFaults } from "./why.ts";
import { workerFaults } from "./workers.ts";

export const mutations: readonly Mutation[] = [
  ...scenarioFaults,
  ...workerFaults,
  ...networkFaults,
  ...senderFaults,
  ...storyFaults,
  ...teachingFaults,
  ...reportFaults,
  ...pageFaults,
];
