/** What events are of: what the loop switches on. */

/** Of packets. */
export const TRANSMIT = 0;
export const LINK_PIPE = 1;
export const DATA_PIPE = 2;
export const ACK_PIPE = 3;
export const PACE = 4;

/** Of timers. */
export const RETRANSMISSION_TIMER = 0;
export const DELAYED_ACK_TIMER = 1;
export const QUEUE_WAKE = 2;
export const TRAFFIC_WAKE = 3;
export const SAMPLE = 4;
/** A look at a group's receivers, which is no event of the network. */
export const ARRIVALS = 5;
