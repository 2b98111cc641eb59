/**
 * PIE on a single queue: a proportional-integral controller moves a drop probability so that the queue delay meets
 * the target. It decides when a packet arrives. Reference: RFC 8033.
 */
import { PieDiscipline } from "./pie-discipline.ts";
import { PieLaw } from "./pie-law.ts";
import { PIE_PROBES, pieParams } from "./pie-settings.ts";
import type { QueueDisciplineCard, QueueDisciplineDefinition } from "./queue-discipline.ts";

export const pieCard: QueueDisciplineCard = {
  id: "pie",
  label: "PIE",
  family: "By queue delay",
  summary:
    "Compares the delay of the queue with a target at a fixed rate. The probability of a mark or a drop rises while the delay is above the target or grows, and falls otherwise. Packets are marked or dropped when they arrive.",
  cite: "RFC 8033",
  params: pieParams({ targetMs: 15, updateMs: 15, maxBurstMs: 150, ticks: true }),
  probes: PIE_PROBES,
  deviations: [
    {
      subject: "queue delay",
      text: "RFC 8033 §4.3, §5.2: from a departure rate, or from time stamps",
      here: "the time stamp of the packet that left last, as Linux",
      effect: "no error from measuring the rate; 0 when the queue is empty behind it",
    },
    {
      subject: "burst allowance",
      text: "RFC 8033 §4.4: less by `update` at each update",
      here: "runs down with the time between departures, as Linux",
      effect: "hardly any",
    },
    {
      subject: "idle decay of p",
      text: "RFC 8033 §4.2: ·0.98",
      here: "less 1/64, and not while delay is 0 with packets waiting, as Linux",
      effect: "p fades slightly slower",
    },
    {
      subject: "long delay",
      here: "above 250 ms p gains 0.02 more an update, as Linux",
      effect: "cuts slow-start overshoot sooner",
    },
    {
      subject: "early accept",
      text: "RFC 8033 §4.1: old delay below half the target",
      here: "present delay below half the target, as Linux",
      effect: "hardly any",
    },
    {
      subject: "less than two packets waiting",
      text: "RFC 8033: two mean packets",
      here: "2·1514 B whatever the packets' size, as Linux with an MTU of 1500 B",
      effect: "with small packets more of them pass",
    },
    {
      subject: "update period",
      text: "RFC 8033: as set. Linux since 4.8: whole ticks and one more, at 250 Hz 20 ms for 15 and 36 ms for 30",
      here: "as Linux at 250 Hz; `--update-tick none` for the RFC",
      effect: "a queue longer by 0.3 to 0.5 ms: CUBIC and NewReno alone, 20 and 100 ms",
    },
    {
      subject: "arithmetic",
      text: "Linux: integers of a fixed scale",
      here: "double precision",
      effect: "below what random marks scatter",
    },
    {
      subject: "marks above p = 10 %",
      text: "RFC 8033 §5.1: drop; the ABE paper switched that off",
      here: "drop, as Linux",
      effect: "`--pie-ecn-drop off`",
    },
  ],
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
