/**
 * A group of buttons or links with one Tab stop: arrows, Home and End move within it, and the member that was used last
 * is the way back in. Whoever has pressed a member with the pointer keeps the arrows for the player.
 */
import { useCallback } from "react";

/** Keys that lead on and back. */
const KEYS = {
  row: ["ArrowRight", "ArrowLeft"],
  column: ["ArrowDown", "ArrowUp"],
} as const;

/** Where a key leads among so many; null where it is no key of the group. Behind the last comes the first. */
export function nextStop(key: string, at: number, count: number, way: keyof typeof KEYS): number | null {
  const [on, back] = KEYS[way];
  if (key === on) return (at + 1) % count;
  if (key === back) return (at + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/** Makes one stop of what the selector finds in the group; returns what ends that. */
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
  // Where members come and go, and not all below: a plot's drawing changes with every frame of a drag.
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

/** For the `ref` of the group's element. */
export function useRovingTabindex(selector: string, way: keyof typeof KEYS) {
  return useCallback(
    (group: HTMLElement | null) => (group === null ? undefined : rovingTabindex(group, selector, way)),
    [selector, way],
  );
}
