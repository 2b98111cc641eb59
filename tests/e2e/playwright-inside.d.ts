/** Exports of Playwright's package that the tests use and that have no types. */
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
