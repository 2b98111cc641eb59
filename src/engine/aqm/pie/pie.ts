/**
 * PIE on a single queue: a proportional-integral controller moves a drop probability so that the queue delay meets
 * the target. It decides when a packet arrives. Reference: RFC 8033.
 */

import type { QueueDisciplineCard, QueueDisciplineDefinition } from "../queue-discipline.ts";
import { PieDiscipline } from "./discipline.ts";
import { PieLaw } from "./law.ts";
import { PIE_PROBES, pieParams } from "./settings.ts";

export const pieCard: QueueDisciplineCard = {
  id: "pie",
  label: "PIE",
  family: "By queue delay",
  summary:
    "Compares the delay of the queue with a target at a fixed rate. The probability of a mark or a drop rises while the delay is above the target or grows, and falls otherwise. Packets are marked or dropped when they arrive.",
  cite: "RFC 8033",
  params: pieParams({ targetMs: 15, updateMs: 15, maxBurstMs: 150, ticks: true }),
  probes: PIE_PROBES,
};

export const pie: QueueDisciplineDefinition = {
  ...pieCard,
  create: (port, values) =>
    new PieDiscipline(
      port,
      values,
      (settings) => new PieLaw(port.clock, settings),
      (settings) => settings.updateNs,
    ),
};
