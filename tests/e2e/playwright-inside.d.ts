/** Exports of Playwright's package that have no types, as far as they are used. */
declare module "playwright-core/lib/coreBundle" {
  export interface Command {
    readonly id: number;
    readonly method: string;
    readonly params: object;
  }

  export interface Transport {
    onmessage: ((message: object) => void) | undefined;
    send(command: Command): void;
  }

  export const server: { readonly WebSocketTransport: { readonly prototype: Transport } };
}
