/** A menu with headings; what is chosen stands in it even where it is not among the options. */
interface GroupedMenuProps {
  readonly label: string;
  readonly value: string;
  readonly groups: readonly {
    readonly title: string;
    readonly options: readonly { readonly id: string; readonly label: string }[];
  }[];
  onValue(value: string): void;
}

export function GroupedMenu({ label, value, groups, onValue }: GroupedMenuProps) {
  const isKnown = groups.some(({ options }) => options.some(({ id }) => id === value));
  return (
    <select
      className="menu"
      aria-label={label}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
    >
      {!isKnown && <option value={value}>{value}</option>}
      {groups.map(({ title, options }) => (
        <optgroup key={title} label={title}>
          {options.map(({ id, label: words }) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
