/**
 * Addresses of scripts that the page starts: workers and the service worker. The page's security policy accepts such addresses
 * only from this module (Trusted Types, "trusted-types sawtooth"); no other text can become a script or markup.
 */

interface Rules {
  createScriptURL(address: string): string;
}

interface Makers {
  /** The browser's Trusted Types; absent in browsers that do not have them. */
  readonly trustedTypes?: { createPolicy(name: string, rules: Rules): Rules };
}

/** Returns the address if it is in the page's own folder, or if it is that of a text inside the page. Otherwise throws. */
export function checkedAddress(address: string): string {
  const { protocol, href } = new URL(address, document.baseURI);
  // A page that is itself a text in memory (blob:) has no folder.
  if (protocol === "blob:" || href.startsWith(new URL(".", document.baseURI).href)) return address;
  throw new TypeError(`a program from elsewhere: ${address}`);
}

const RULES: Rules = { createScriptURL: checkedAddress };

let rules: Rules | null = null;

/** Returns a script address that the page's policy accepts. Throws for an address outside the page. */
export function scriptAddress(address: string): string {
  rules ??= (globalThis as Makers).trustedTypes?.createPolicy("sawtooth", RULES) ?? RULES;
  return rules.createScriptURL(address);
}
