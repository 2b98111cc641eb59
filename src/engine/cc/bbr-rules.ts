/** Where BBRv2 and v3 differ, beyond the defaults of what can be set. */
export interface BbrRules {
  /** For messages. */
  readonly name: string;
  /** Below 1.2 Mbps segments go one by one; without it two at least always. */
  readonly singleWhenSlow: boolean;
  /** Windows in bandwidth-delay products: in STARTUP and DRAIN, and while probing upwards beyond the usual gain. */
  readonly startupCwndGain: number;
  readonly upCwndGainMore: number;
  /** Losses at so many ACKs of a round, and too much lost, end STARTUP. */
  readonly startupLossEvents: number;
  /** STARTUP that losses or marks end leaves a bound of at least what the last round delivered. */
  readonly startupKeepsDelivered: boolean;
  /** DRAIN lasts so many rounds at most. */
  readonly drainRounds: number;
  /**
   * The pipe is full, in STARTUP and in each probe, when no sample was a quarter faster for three rounds. Without it the
   * filtered bandwidth tells, in STARTUP only, and a probe ends when 1.25 BDP are in flight.
   */
  readonly plateauEndsProbe: boolean;
  /** When marks cease, probe at once, with this share of inflight_hi for the first round's growth; 0: do not. */
  readonly reprobeShare: number;
  /** Growth credit of a probe is lost in ACKs that find the window not in use. */
  readonly creditIsLost: boolean;
}
