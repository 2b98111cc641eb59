/** Explanations of custom senders and queues: the program's own text, or the line of the program that made the decision. */

import { explainFull } from "../aqm/explain-signals.ts";
import type { QueueStory } from "../aqm/queue-discipline.ts";
import type { SenderStory } from "../cc/congestion-control.ts";
import type { Explanation, QueueDecision, SenderDecision } from "../explain/explanation.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import type { CustomQueue } from "./custom-queue.ts";
import type { CustomSender } from "./custom-sender.ts";

const LONGEST_QUOTE = 120;

export const customSenderStory: SenderStory = {
  explain(
    sender: CustomSender,
    state: SenderState,
    { event, before, after }: SenderDecision,
  ): Explanation | null {
    const { instance } = sender;
    if (instance === null || event === "slowStartExit") return null;
    const name = event === "ecnReduction" ? "mark" : event === "rto" ? "timeout" : "loss";
    sender.write(state);
    const programText = sender.isStopped ? null : instance.sandbox.explain(instance.number, name);
    const line = instance.sandbox.decidedAt();
    const code = sender.program.code.split("\n")[line - 1]?.trim() ?? "";
    const cut = `cwnd ${before} → ${after}`;
    if (line === 0 || code === "")
      return {
        sentences: [programText ?? `${sender.program.name} left the window as it was.`],
        formula: cut,
      };
    // The line number is part of the main sentence: the page may leave out other sentences of a long explanation, but never this
    // one.
    return {
      sentences: [programText ?? `${sender.program.name} set the window in line ${line}.`],
      formula: `line ${line}: ${code.slice(0, LONGEST_QUOTE)}; ${cut}`,
    };
  },
};

export const customQueueStory: QueueStory = {
  explain(queue: CustomQueue, { event, packet }: QueueDecision): Explanation | null {
    const { instance, program } = queue;
    if (event === "overflowDrop") return explainFull(queue, queue.limit, packet);
    if (instance === null) return null;
    const programText = queue.isStopped
      ? null
      : instance.sandbox.explain(instance.number, event === "mark" ? "mark" : "drop");
    const line = instance.sandbox.decidedAt();
    const code = program.code.split("\n")[line - 1]?.trim() ?? "";
    const did = event === "mark" ? "marked" : "dropped";
    return {
      sentences: [programText ?? `${program.name} ${did} it${line > 0 ? ` in line ${line}` : ""}.`],
      ...(line > 0 ? { formula: `line ${line}: ${code.slice(0, LONGEST_QUOTE)}` } : {}),
    };
  },
};
