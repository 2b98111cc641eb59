/** The key handler: finds the action of a key press and runs it. */
import { keyedActions } from "./action.ts";
import type { Bench } from "./bench.ts";

/**
 * Elements are recognised by selectors and not by `instanceof`, because an element in a different window belongs to
 * that window's classes.
 */
const ARROWS_OWN = "input[type=range], [role=slider], [role=radio], [data-keys=own]";
const TYPED_IN = "select, textarea, input:not([type=range], [type=radio], [type=checkbox])";
const PRESSED_BY_SPACE = "button, a, summary, label, [role=button]";

/** Returns whether the focused element handles this key itself, so that the bench ignores it. */
function takenBy(target: EventTarget | null, { key }: KeyboardEvent): boolean {
  if (target === null || !("closest" in target)) return false;
  const element = target as HTMLElement;
  if (element.closest("dialog") !== null || element.isContentEditable || element.matches(TYPED_IN))
    return true;
  if (element.matches("input:not([type=range])")) return /^( |Arrow)/.test(key);
  if (key.startsWith("Arrow") && element.closest(ARROWS_OWN) !== null) return true;
  return key === " " && element.closest(PRESSED_BY_SPACE) !== null;
}

export function handleKey(bench: Bench, event: KeyboardEvent): void {
  const state = bench.store.get();
  if (event.defaultPrevented || state.dialog !== null) return;
  for (const action of keyedActions(bench.page.actions, state.frame.present)) {
    const digit = action.key.digitOf(event);
    if (digit === null || action.enabled?.(state) === false) continue;
    if (takenBy(event.target, event) || (action.key.isSingle && !state.singleKeys)) return;
    event.preventDefault();
    // A message is shown over the plots: a user who presses a key is not looking at the button.
    void Promise.resolve(action.run(bench, digit)).then((title) => {
      if (typeof title === "string") bench.notice({ id: action.id, title, lines: [], link: null });
    });
    return;
  }
}
