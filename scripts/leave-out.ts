/**
 * Removes properties from the engine's objects in one of the built programs. A queue discipline or a sender is one object with
 * parameters, texts and code: the page needs parameters and texts and never runs the code, the worker runs the code and shows
 * no text. Removed text is replaced by spaces, so that source maps stay valid.
 */
import type { Plugin } from "vite";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** `where`: limits the removal to objects with this property, including objects that `range` spreads. */
export function leaveOut(names: readonly string[], files: RegExp, where?: string): Plugin {
  return {
    name: "leave-out",
    apply: "build",
    transform(code, id) {
      if (!files.test(id)) return null;
      let left = code;
      const blank = (from: number, to: number) => {
        left = left.slice(0, from) + left.slice(from, to).replace(/[^\n]/g, " ") + left.slice(to);
      };
      const visit = (value: unknown): void => {
        if (Array.isArray(value)) for (const one of value) visit(one);
        else if (isNode(value)) {
          const isMeant =
            value.type === "ObjectExpression" && (where === undefined || hasProperty(value, where));
          const wanted = isMeant ? (value.properties as Node[]).filter(keep) : value;
          for (const child of Object.values(wanted)) visit(child);
        }
      };
      const keep = ({ key, start, end }: Node) => {
        if (!isNode(key) || !names.includes(String(key.name))) return true;
        blank(start, end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0));
        return false;
      };
      visit(this.parse(code));
      return { code: left, map: null };
    },
  };
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function hasProperty({ properties }: Node, name: string): boolean {
  return (properties as Node[]).some(({ type, key, argument }) => {
    if (isNode(key)) return key.name === name;
    if (type !== "SpreadElement" || !isNode(argument) || argument.type !== "CallExpression") return false;
    return (argument.arguments as Node[]).some(
      (one) => one.type === "ObjectExpression" && hasProperty(one, name),
    );
  });
}
