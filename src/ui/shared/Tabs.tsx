/** Tabs of a screen: the tabs, and the panel of the tab that is shown. */

import { type KeyboardEvent, type ReactNode, useId } from "react";
import { nextStop } from "./roving-tabindex.ts";
import "./tabs.css";

interface Tab {
  /** Name of the tab in URLs; empty for the first tab. */
  readonly id: string;
  readonly label: string;
}

interface TabsProps<T extends Tab> {
  /** Name of the group of tabs. */
  readonly name: string;
  readonly tabs: readonly T[];
  readonly shown: T;
  onShow(tab: T): void;
  /** The panel of the tab that is shown. */
  readonly children: ReactNode;
}

/** The tabs share one Tab stop; arrow keys, Home and End move between them. */
export function Tabs<T extends Tab>({ name, tabs, shown, onShow, children }: TabsProps<T>) {
  const id = useId();
  const tabId = (tab: T) => `${id}-tab-${tab.id}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextStop(event.key, tabs.indexOf(shown), tabs.length, "row");
    if (next === null) return;
    event.preventDefault();
    onShow(tabs[next]);
    document.getElementById(tabId(tabs[next]))?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={name}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={tabId(tab)}
            type="button"
            role="tab"
            className="tabs__tab"
            aria-selected={tab === shown}
            aria-controls={`${id}-panel`}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => onShow(tab)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={tabId(shown)}>
        {children}
      </div>
    </>
  );
}

/** Returns the tab that a URL names. The first tab is shown if the URL names none. */
export function tabNamed<T extends Tab>(tabs: readonly T[], text: string): T | undefined {
  const name = text.split("&")[0];
  return tabs.find(({ id }) => id === name) ?? tabs[0];
}
