/**
 * Addresses from which programs are started beside the page: workers and the service worker. The page's policy takes them from
 * here alone (Trusted Types, "trusted-types sawtooth"), and no other text becomes a program or markup.
 */

interface Rules {
  createScriptURL(address: string): string;
}

interface Makers {
  /** Its texts are of a type of their own, which only browsers that know it can tell from others. */
  readonly trustedTypes?: { createPolicy(name: string, rules: Rules): Rules };
}

/** In the page's own folder, or a text that the page itself holds. */
export function ownProgram(address: string): string {
  const { protocol, href } = new URL(address, document.baseURI);
  const folder = new URL(".", document.baseURI).href;
  if (protocol === "blob:" || href.startsWith(folder)) return address;
  throw new TypeError(`a program from elsewhere: ${address}`);
}

const RULES: Rules = { createScriptURL: ownProgram };

let rules: Rules | null = null;

export function programAddress(address: string): string {
  rules ??= (globalThis as Makers).trustedTypes?.createPolicy("sawtooth", RULES) ?? RULES;
  return rules.createScriptURL(address);
}
