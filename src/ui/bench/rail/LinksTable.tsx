/** The links of a path, one line each; a line opens to the link's own settings and its own queue. */
import "../../shared/lines.css";
import { useState } from "react";
import { resolvePath } from "../../../engine/index.ts";
import { Icon } from "../../shared/Icon.tsx";
import { useOneStop } from "../../shared/one-stop.ts";
import { linksWords } from "../../state/control-words.ts";
import { useBenchState } from "../../state/use-store.ts";
import { linkLine } from "../link-line.ts";
import { LinkEditor } from "./LinkEditor.tsx";

export function LinksTable() {
  const path = useBenchState((state) => state.settings.path);
  const [open, setOpen] = useState<string | null>(null);
  const lines = useOneStop(":scope > li > button", "column");
  const { links } = resolvePath(path);
  const set = path.links.filter(({ from }) => from === "").length;
  const [count, byHand] = linksWords(links.length, set);
  return (
    <details className="details">
      <summary>
        {count}
        {set > 0 && <small>{byHand}</small>}
      </summary>
      <ul className="lines" ref={lines}>
        {links.map((link) => (
          <li key={link.id}>
            <button
              type="button"
              className="lines__line"
              aria-expanded={open === link.id}
              onClick={() => setOpen(open === link.id ? null : link.id)}
            >
              <span className="lines__name">{link.label}</span>{" "}
              <span className="lines__more">{linkLine(link)}</span>
              <Icon name="chevron" />
            </button>
            {open === link.id && <LinkEditor link={link.id} />}
          </li>
        ))}
      </ul>
    </details>
  );
}
