/** The door to what differs, on purpose, beside the algorithms: these say it of themselves. For the documents alone. */
export { NETWORK_DEVIATIONS } from "./net/deviations.ts";
export { TCP_DEVIATIONS } from "./tcp/deviations.ts";
