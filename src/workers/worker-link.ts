/** One worker as its caller sees it, whatever the platform. */
import { callsTo, type Endpoint, type Remote } from "./calls.ts";
import type { ClientMessage, SimWorkerApi, WorkerMessage } from "./protocol.ts";

export interface WorkerLink {
  readonly api: Remote<SimWorkerApi>;
  terminate(): void;
}

export interface LinkEvents {
  message(message: WorkerMessage): void;
  /** The worker could not be loaded, or broke down. */
  failure(reason: string): void;
}

/** Starts a worker; its messages and its breakdown come to `events`. */
export type StartWorker = (events: LinkEvents) => WorkerLink;

/** Wires a started worker's endpoint: its calls, a channel of its own for what comes back. */
export function linkWorker(endpoint: Endpoint, events: LinkEvents, terminate: () => void): WorkerLink {
  const api = callsTo<SimWorkerApi>(endpoint);
  const channel = new MessageChannel();
  const seen: ClientMessage = { kind: "seen" };
  channel.port1.onmessage = (event: MessageEvent<WorkerMessage>) => {
    if (event.data.kind === "snapshot" || event.data.kind === "frame") channel.port1.postMessage(seen);
    events.message(event.data);
  };
  channel.port1.onmessageerror = () => events.failure("a message of the worker could not be read");
  void api.connect(channel.port2);
  return {
    api,
    terminate() {
      channel.port1.onmessage = null;
      channel.port1.close();
      terminate();
    },
  };
}
