/** TCP without Linux's additions: no handshake, losses by three duplicate ACKs, no probes, no delayed SACKs. */
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

/** Returns a link of such a run. A link that starts with v=2 and settings that it names stay unchanged. */
export function plainTcp(fragment: string): string {
  if (/^#?v=2(?:&|$)/.test(fragment)) return fragment;
  const unnamed = Object.entries(SETTINGS).filter(([id]) => !fragment.includes(`${id}=`));
  return ["v=2", fragment, ...unnamed.map(([id, text]) => `${id}=${text}`)].filter(Boolean).join("&");
}
