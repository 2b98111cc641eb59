/** What Playwright's package exports without types, as far as it is used. */
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
