/** The plots above each other on the stage: one line each, drawn in the order of their names. They come with the page. */

export { cwnd } from "./cwnd.tsx";
export { queueDelay } from "./queue-delay.tsx";
export { throughput } from "./throughput.tsx";
