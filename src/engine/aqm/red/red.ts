/**
 * RED: sends signals at random, and more often the longer the average queue is. Reference: Floyd and Jacobson,
 * "Random early detection gateways for congestion avoidance", 1993; with the gentle slope and the wait of ns-2 and
 * ns-3 (red.cc).
 */
import type { QueueDisciplineCard, QueueDisciplineDefinition } from "../queue-discipline.ts";
import { RedDiscipline } from "./discipline.ts";
import { RED_PROBES, redParams } from "./settings.ts";

export const redCard: QueueDisciplineCard = {
  id: "red",
  label: "RED",
  family: "By queue length",
  summary:
    "Watches the average length of the queue. Below a lower threshold no packet is marked or dropped; between two thresholds packets are marked or dropped at random, more often as the average grows. The thresholds must suit the path.",
  cite: "Floyd and Jacobson 1993",
  params: redParams({ weight: 0.002 }),
  probes: RED_PROBES,
};

export const red: QueueDisciplineDefinition = {
  ...redCard,
  create: (port, values) => new RedDiscipline(port, values),
};
