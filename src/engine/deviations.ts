/** Entry point for deliberate deviations that no algorithm declares itself. Used only for documentation. */
export { NETWORK_DEVIATIONS } from "./net/deviations.ts";
export { TCP_DEVIATIONS } from "./tcp/deviations.ts";
