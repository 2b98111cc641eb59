/** A talk as its file: canonical, and read back as the same talk. */
import type { Token } from "marked";
import { type Scene, type Talk, tokensOf } from "./talk.ts";

export type WrittenScene = Omit<Scene, "line" | "plots">;
export type WrittenTalk = Omit<Talk, "scenes"> & { readonly scenes: readonly WrittenScene[] };

export function writeTalk({ id, lang, title, opening, scenes }: WrittenTalk): string {
  const head = ["---", "kind: talk", `id: ${id}`, `lang: ${lang}`, `title: ${inLine(title)}`, "---"].join(
    "\n",
  );
  return `${[head, asNotes(opening), ...scenes.map(sceneText)].filter((part) => part !== "").join("\n\n")}\n`;
}

function sceneText(scene: WrittenScene): string {
  return [`## ${asSentence(scene.sentence)}`, settingsText(scene), asNotes(scene.notes)]
    .filter((part) => part !== "")
    .join("\n\n");
}

function settingsText({ link, theory, peak, zoom, reveal, holds }: WrittenScene): string {
  const seen = [...(theory ? ["theory"] : []), ...(peak ? ["peak"] : [])];
  return [
    `- state: [open](#${asAddress(link)})`,
    ...(seen.length > 0 ? [`- with: ${seen.join(", ")}`] : []),
    ...(zoom === null ? [] : [`- zoom: ${zoom[0]}s..${zoom[1]}s`]),
    ...reveal.map((names) => `- reveal: ${names.join(", ")}`),
    ...holds.map((condition) => `- holds: ${condition}`),
  ].join("\n");
}

/** Brackets would end the Markdown link. */
function asAddress(link: string): string {
  return link.replace(/[()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

function inLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** "#" at the end of a heading would be taken for its closing. */
function asSentence(text: string): string {
  return inLine(text).replace(/[\s#]+$/, "");
}

/** Notes may hold any Markdown but what would end them, or begin a scene. */
function asNotes(markdown: string): string {
  return tokensOf(markdown.replace(/\r\n?/g, "\n"))
    .filter(({ type }) => type !== "space")
    .map(asBlock)
    .join("\n\n");
}

function asBlock(token: Token, place: number): string {
  const raw = token.raw.trim();
  switch (token.type) {
    case "heading":
      return token.depth === 2 ? `### ${asSentence(token.text)}` : raw;
    case "list":
      // With hyphens it would go on with the scene's own list.
      return place === 0 ? raw.replace(/^- /gm, "* ").replace(/^-$/gm, "*") : raw;
    case "code":
      return closed(raw);
    case "html":
      // Never drawn, and what is not closed would swallow the scenes after it.
      return raw.replace(/^</gm, "&lt;");
    default:
      return raw;
  }
}

/** A fence that a person forgot to close would swallow the scenes after it. */
function closed(code: string): string {
  const [fence] = /^(?:`{3,}|~{3,})/.exec(code) ?? [];
  if (fence === undefined) return code;
  const last = code.split("\n").at(-1)?.trim() ?? "";
  return code.includes("\n") && last.startsWith(fence) ? code : `${code}\n${fence}`;
}
