/** All settings that a reader needs to set up the same run by hand; what differs from the default says so. */
import { useMemo } from "react";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { useBenchState } from "../../state/use-store.ts";
import { ReportSection } from "./ReportSection.tsx";
import { defaultWords } from "./report-words.ts";
import { type SettingsItem, settingsList } from "./settings-list.ts";

export function ReportSettings() {
  const scenario = useBenchState((state) => state.scenario);
  const groups = useMemo(() => settingsList(scenario), [scenario]);
  return (
    <ReportSection title="Settings">
      <div className="report__settings">
        {groups.map(({ title, items }) => (
          <table key={title}>
            <caption>{title}</caption>
            <thead className="unseen">
              <tr>
                <th scope="col">Setting</th>
                <th scope="col">Value</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <Item key={`${item.name} ${item.value}`} item={item} />
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </ReportSection>
  );
}

function Item({ item: { name, value, usual } }: { readonly item: SettingsItem }) {
  return (
    <tr>
      <th scope="row">
        <SymbolText text={name} />
      </th>
      <td>
        {usual === undefined ? (
          <SymbolText text={value} />
        ) : (
          <b>
            <SymbolText text={value} />
          </b>
        )}
        {usual !== undefined && <small>{defaultWords(usual)}</small>}
      </td>
    </tr>
  );
}
