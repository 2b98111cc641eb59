/** What is declared of the queue disciplines of the default scenario: the page has them from the start. */

export { codelDeclaration as codel } from "./codel.ts";
