/** The lessons and talks that come with the page, each a file of its own: here they are fetched before the network may go. */

const TEXTS = import.meta.glob<string>(["../../../lessons/*.md", "../../../talks/*.md"], {
  query: "?raw",
  import: "default",
});

export function fetchStoredTexts(): Promise<unknown> {
  return Promise.all(Object.values(TEXTS).map((fetchText) => fetchText()));
}
