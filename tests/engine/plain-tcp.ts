/** TCP without what Linux adds: no handshake, losses by three duplicate ACKs, no probes, no SACKs held back. */
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

/** A link of such a run; one that begins with v=2, and settings that it names, stay as they are. */
export function plainTcp(fragment: string): string {
  if (/^#?v=2(?:&|$)/.test(fragment)) return fragment;
  const unnamed = Object.entries(SETTINGS).filter(([id]) => !fragment.includes(`${id}=`));
  return ["v=2", fragment, ...unnamed.map(([id, text]) => `${id}=${text}`)].filter(Boolean).join("&");
}
