/** A sender's timer goes off: what it ran for is due, or it was only a look. */
import { sendLossProbe } from "./loss-probe.ts";
import { onReorderingTimeout, onTimeout } from "./loss-recovery.ts";
import { PROBE, REORDERING, TIMEOUT } from "./retransmission-timer.ts";
import type { Sender } from "./sender.ts";

export function onTimer(sender: Sender): void {
  sender.isOnTimer = true;
  expire(sender);
  sender.isOnTimer = false;
}

function expire(sender: Sender): void {
  switch (sender.timer.expired()) {
    case TIMEOUT:
      onTimeout(sender);
      break;
    case PROBE:
      sendLossProbe(sender);
      break;
    case REORDERING:
      onReorderingTimeout(sender);
      break;
    default:
  }
}
