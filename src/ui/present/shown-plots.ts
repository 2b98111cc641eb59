/** Which plots a projector shows: one or two, so that the last row can read them. */

/** With or without this one. One always stays; of too many the one that has been there longest gives way. */
export function toggled(shown: readonly string[], name: string, most: number): readonly string[] {
  if (!shown.includes(name)) return [...shown, name].slice(-most);
  const others = shown.filter((one) => one !== name);
  return others.length > 0 ? others : shown;
}
