/** Something of unknown JSON as text for people. */
export function textOf(given: unknown): string {
  if (typeof given === "string") return given;
  if (Array.isArray(given)) return "a list";
  if (typeof given === "object" && given !== null) return "an object";
  if (typeof given === "function") return "a function";
  return given === undefined ? "nothing" : String(given);
}
