/** One worker as its caller sees it, whatever the platform. */
import * as Comlink from "comlink";
import type { ClientMessage, SimWorkerApi, WorkerMessage } from "./protocol.ts";

export interface WorkerLink {
  readonly api: Comlink.Remote<SimWorkerApi>;
  terminate(): void;
}

export interface LinkEvents {
  message(message: WorkerMessage): void;
  /** The worker could not be loaded, or broke down. */
  failure(reason: string): void;
}

/** Starts a worker; its messages and its breakdown come to `events`. */
export type StartWorker = (events: LinkEvents) => WorkerLink;

/** Wires a started worker's endpoint: Comlink for the calls, a channel of its own for what comes back. */
export function linkWorker(
  endpoint: Comlink.Endpoint,
  events: LinkEvents,
  terminate: () => void,
): WorkerLink {
  const api = Comlink.wrap<SimWorkerApi>(endpoint);
  const channel = new MessageChannel();
  const seen: ClientMessage = { kind: "seen" };
  channel.port1.onmessage = (event: MessageEvent<WorkerMessage>) => {
    if (event.data.kind === "snapshot" || event.data.kind === "frame") channel.port1.postMessage(seen);
    events.message(event.data);
  };
  channel.port1.onmessageerror = () => events.failure("a message of the worker could not be read");
  void api.connect(Comlink.transfer(channel.port2, [channel.port2]));
  return {
    api,
    terminate() {
      channel.port1.onmessage = null;
      channel.port1.close();
      terminate();
    },
  };
}
