/** Calls of functions across a boundary between threads, and their answers. Buffers of an answer, and ports given, change hands. */
import { buffersOf } from "./transferables.ts";

/** Where messages go and come: a worker as its page sees it, the worker's own global scope, or a message port. */
export interface Endpoint {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  /** Ports deliver nothing before. */
  start?(): void;
}

/** As the other side sees an object of functions: each answers with a promise. */
export type Remote<Api> = {
  readonly [Name in keyof Api]: Api[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

interface Call {
  readonly call: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Answer =
  | { readonly call: number; readonly value: unknown }
  | { readonly call: number; readonly error: unknown };

/** Calls functions of `api` as asked for at this end. */
export function answerCalls<Api extends object>(api: Api, endpoint: Endpoint): void {
  const functions = api as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
  endpoint.addEventListener("message", async ({ data }: MessageEvent<Call>) => {
    const { call, name, args } = data;
    const answer = (message: Answer) => endpoint.postMessage(message, buffersOf(message));
    try {
      answer({ call, value: await functions[name](...args) });
    } catch (error) {
      answer({ call, error });
    }
  });
  endpoint.start?.();
}

/** The functions behind the other end. Where that is gone, nothing is ever answered. */
export function callsTo<Api>(endpoint: Endpoint): Remote<Api> {
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  endpoint.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
    const asked = waiting.get(data.call);
    waiting.delete(data.call);
    if ("error" in data) asked?.reject(data.error);
    else asked?.resolve(data.value);
  });
  endpoint.start?.();
  const ask = (name: string, args: readonly unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      const call = ++calls;
      const message: Call = { call, name, args };
      endpoint.postMessage(
        message,
        args.filter((arg) => arg instanceof MessagePort),
      );
      waiting.set(call, { resolve, reject });
    });
  return new Proxy({} as Remote<Api>, {
    get:
      (_, name) =>
      (...args: readonly unknown[]) =>
        ask(String(name), args),
  });
}
