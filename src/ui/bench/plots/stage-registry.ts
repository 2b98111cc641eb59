/** The plots above each other on the stage: one line each, drawn in the order of their names. They come with the page. */

export { cwnd } from "./Cwnd.tsx";
export { queueDelay } from "./QueueDelay.tsx";
export { throughput } from "./Throughput.tsx";
