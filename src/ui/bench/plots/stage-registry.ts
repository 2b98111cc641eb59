/** The plots above each other on the stage: one line each, drawn in the order of their names. They come with the page. */

export { cwnd } from "./cwnd.ts";
export { queueDelay } from "./queue-delay.ts";
export { throughput } from "./throughput.ts";
