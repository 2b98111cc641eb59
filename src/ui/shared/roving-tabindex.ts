/**
 * A group of buttons or links with one Tab stop. Arrows, Home and End move inside it, and Tab returns to the member that was
 * used last. After a pointer click on a member, the arrow keys still control the player.
 */
import { useCallback } from "react";

/** Keys that move forward and back. */
const KEYS = {
  row: ["ArrowRight", "ArrowLeft"],
  column: ["ArrowDown", "ArrowUp"],
} as const;

/** Returns the index that a key leads to; null if the group does not use the key. The first member follows the last. */
export function nextStop(key: string, at: number, count: number, way: keyof typeof KEYS): number | null {
  const [on, back] = KEYS[way];
  if (key === on) return (at + 1) % count;
  if (key === back) return (at + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/** Makes the elements that match the selector one Tab stop. Returns a function that undoes this. */
export function rovingTabindex(group: HTMLElement, selector: string, way: keyof typeof KEYS): () => void {
  let last: HTMLElement | null = null;
  let pressed = false;
  const members = () =>
    [...group.querySelectorAll<HTMLElement>(selector)].filter((member) => member.checkVisibility());
  const settle = () => {
    const all = members();
    if (last === null || !all.includes(last)) last = all[0] ?? null;
    for (const member of all) {
      member.tabIndex = member === last ? 0 : -1;
      if (member.parentElement !== null) changes.observe(member.parentElement, { childList: true });
    }
  };
  // Only the places where members are added and removed are observed, because a plot's drawing changes with every
  // frame of a drag.
  const changes = new MutationObserver(settle);
  const onFocus = ({ target }: FocusEvent) => {
    if (!members().includes(target as HTMLElement)) return;
    last = target as HTMLElement;
    settle();
  };
  const onKey = (event: KeyboardEvent) => {
    const all = members();
    const at = all.indexOf(event.target as HTMLElement);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const next = at >= 0 && isPlain && !pressed ? nextStop(event.key, at, all.length, way) : null;
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    all[next].focus();
  };
  const press = (isPressed: boolean) => () => {
    pressed = isPressed;
  };
  const end = new AbortController();
  const { signal } = end;
  group.addEventListener("focusin", onFocus, { signal });
  group.addEventListener("keydown", onKey, { signal });
  group.addEventListener("pointerdown", press(true), { signal });
  group.addEventListener("focusout", press(false), { signal });
  window.addEventListener("resize", settle, { signal });
  changes.observe(group, { childList: true });
  settle();
  return () => {
    end.abort();
    changes.disconnect();
  };
}

/** Returns a callback for the `ref` of the group's element. */
export function useRovingTabindex(selector: string, way: keyof typeof KEYS) {
  return useCallback(
    (group: HTMLElement | null) => (group === null ? undefined : rovingTabindex(group, selector, way)),
    [selector, way],
  );
}
