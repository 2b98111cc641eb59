/** The comparison of the run: with the pinned run in grey, and with what features add. */

import { useState } from "react";
import { refusalToPin } from "../../core/permission.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { Button } from "../../shared/Button.tsx";
import { Icon } from "../../shared/Icon.tsx";
import { LazyPlace } from "../../shared/lazy.tsx";
import { useRovingTabindex } from "../../shared/roving-tabindex.ts";
import { usePlace } from "../feature.ts";

export function ComparePanel() {
  const bench = useBench();
  const Further = usePlace("compare");
  const hasPin = useBenchState((state) => state.pinned !== null);
  const refusal = useBenchState(refusalToPin);
  const group = useRovingTabindex("button", "row");
  const [message, setMessage] = useState("");
  const say = async (result: unknown) => {
    const words = await result;
    if (typeof words === "string") setMessage(words);
  };
  return (
    <>
      <p ref={group} className="compare__pin">
        <Button title="Key G" refusal={refusal} onClick={() => bench.edits.pin()}>
          <Icon name="pin" />
          Pin this run
        </Button>
        {hasPin && <Button onClick={() => bench.edits.unpin()}>Unpin</Button>}
        {bench.page.actions.map(
          ({ id, key, button, run }) =>
            button && (
              <Button key={id} title={`Key ${key.names}`} onClick={() => void say(run(bench, 0))}>
                {button.icon && <Icon name={button.icon} />}
                <span>{button.words}</span>
              </Button>
            ),
        )}
      </p>
      <p className="control__note" role="status">
        {message}
      </p>
      <p className="control__note">
        {hasPin
          ? "The pinned run stays in grey; numbers show the difference."
          : "Your first change pins the previous run automatically."}
      </p>
      {Further !== null && (
        <LazyPlace part="The comparison with measurements">
          <Further />
        </LazyPlace>
      )}
    </>
  );
}
