/** What asks why, as one program: its parts come together. */

export { PlotWhy } from "./PlotWhy.tsx";
export { WhyDock } from "./WhyDock.tsx";
export { WhyHere } from "./WhyHere.tsx";
