/** What is declared of the kinds of traffic, without their code: one line each. Menus list them by name. */

export { bulkDeclaration as bulk } from "./bulk.ts";
export { cbrDeclaration as cbr } from "./cbr.ts";
export { httpDeclaration as http } from "./http.ts";
export { onOffDeclaration as onOff } from "./on-off.ts";
export { poissonDeclaration as poisson } from "./poisson.ts";
