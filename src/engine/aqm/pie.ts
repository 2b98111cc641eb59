/**
 * PIE on a single queue: a proportional-integral controller moves a drop probability so that the queue delay meets the
 * target; the decision falls when a packet arrives. Reference: RFC 8033.
 */
import { PieDiscipline } from "./pie-discipline.ts";
import { PieLaw } from "./pie-law.ts";
import { PIE_PROBES, pieParams } from "./pie-settings.ts";
import type { QueueDisciplineDefinition } from "./queue-discipline.ts";

export const pie: QueueDisciplineDefinition = {
  id: "pie",
  label: "PIE",
  family: "By queue delay",
  summary:
    "A proportional-integral controller moves a drop probability so that the queue delay meets the target. Decides when a packet arrives.",
  cite: "RFC 8033",
  params: pieParams({ targetMs: 15, updateMs: 15, maxBurstMs: 150 }),
  probes: PIE_PROBES,
  deviations: [
    "The burst allowance runs down as packets leave, not at each update, as in Linux 6.1.",
    "Without delay p decays by 1/64 an update instead of 2 %, and only while nothing waits, as in Linux 6.1.",
    "A delay above 250 ms adds 2 % to p at each update, as in Linux; RFC 8033 leaves this out.",
  ],
  create: (port, values, nowNs) =>
    new PieDiscipline(
      port,
      values,
      (settings) => new PieLaw(settings),
      (settings) => nowNs + settings.updateNs,
    ),
};
