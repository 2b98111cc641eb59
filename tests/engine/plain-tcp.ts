/**
 * Settings for TCP without Linux's additions: no handshake, losses by three duplicate ACKs, no probes, no delayed
 * SACKs.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  handshake: "off",
  "rack-losses": "off",
  "loss-probes": "off",
  frto: "off",
  dsack: "off",
  "forward-retransmissions": "off",
  "sack-delay": "0",
  "app-limited-growth": "off",
};

/**
 * Returns the URL of such a run. A URL that starts with v=2 is returned unchanged, and so is each setting that the
 * URL names.
 */
export function plainTcp(fragment: string): string {
  if (/^#?v=2(?:&|$)/.test(fragment)) return fragment;
  const unnamed = Object.entries(SETTINGS).filter(([id]) => !fragment.includes(`${id}=`));
  return ["v=2", fragment, ...unnamed.map(([id, text]) => `${id}=${text}`)].filter(Boolean).join("&");
}
