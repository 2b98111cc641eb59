/** JSON of a file or of the device: without keys that name a prototype, which nothing of ours is called. Throws as JSON.parse does. */
export function plainJson(text: string): unknown {
  return JSON.parse(text, (key, value) => (key === "__proto__" ? undefined : value));
}
