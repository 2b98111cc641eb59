/**
 * What cannot be used now, and why: it keeps the focus, so that whoever comes by keyboard or listens hears the reason,
 * and the style sheet shows it beside the focus. Whatever it does must ask for the reason itself.
 */
export function disabledBecause(reason: string | null) {
  return reason === null ? {} : { "aria-disabled": true, title: reason };
}
