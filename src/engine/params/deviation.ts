/** How something here differs, on purpose, from the text that defines it, from Linux or from ns-3. */
export interface Deviation {
  /** Of what: "burst allowance", "smallest RTT". */
  readonly subject: string;
  /** What the text or another implementation has; absent where they say nothing. */
  readonly text?: string;
  readonly here: string;
  /** Why, and what it changes; absent where that goes without saying. */
  readonly effect?: string;
}
