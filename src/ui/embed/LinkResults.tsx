/** The link that was made, to be copied, put into a page or shown to a room. */
import { CopyButton } from "../shared/CopyButton.tsx";
import { QrWithScreen } from "../shared/QrCode.tsx";
import { iframeCode, lengthWords } from "./frame-words.ts";
import type { LinkDraft } from "./link-draft.ts";

export function LinkResults({ link, draft }: { readonly link: string; readonly draft: LinkDraft }) {
  const isFrame = draft.shownAs === "embed";
  const code = iframeCode(link, draft);
  return (
    <>
      {isFrame && <Text label="Frame for a page" text={code} action="Copy frame" />}
      <Text label="Link" text={link} action="Copy link" />
      <p className="control__note" role="status">
        {lengthWords(link)}
      </p>
      <QrWithScreen text={link} label="this link" />
    </>
  );
}

interface TextProps {
  readonly label: string;
  readonly text: string;
  readonly action: string;
}

function Text({ label, text, action }: TextProps) {
  return (
    <section className="share">
      <h3>{label}</h3>
      <textarea
        className="share__text"
        readOnly
        rows={3}
        value={text}
        aria-label={label}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton text={text} label={action} />
    </section>
  );
}
