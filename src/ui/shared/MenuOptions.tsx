/** The options of a menu, under their headings if they have any. */
import type { EnumOption } from "../../engine/index.ts";
import { hasName } from "./SymbolText.tsx";

export type MenuOption = Omit<EnumOption, "help">;

export function MenuOptions({ list }: { readonly list: readonly MenuOption[] }) {
  return optionGroups(list).map(({ group, options }) => {
    const items = options.map((option) => (
      <option key={option.value} value={option.value} translate={hasName(option.label) ? "no" : undefined}>
        {option.label}
      </option>
    ));
    if (group === null) return items;
    return (
      <optgroup key={group} label={group}>
        {items}
      </optgroup>
    );
  });
}

interface OptionGroup {
  readonly group: string | null;
  readonly options: readonly MenuOption[];
}

/** Returns the groups in the order of their first options. */
export function optionGroups(list: readonly MenuOption[]): OptionGroup[] {
  const groups = [...new Set(list.map(({ group }) => group ?? null))];
  return groups.map((group) => ({
    group,
    options: list.filter((option) => (option.group ?? null) === group),
  }));
}
