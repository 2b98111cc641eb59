/**
 * The notice that the run of a URL has a different result than in the version that shared it. The notice lists the
 * changes since then and links to that version.
 */
import { useEffect, useState } from "react";
import { releaseOf, versionWords } from "../../engine/index.ts";
import { figureDifferences, recordedFigures } from "../../experiments/origin-differences.ts";
import type { Made } from "../core/store.ts";
import { useBenchState } from "../core/use-store.ts";
import { NoticeLines } from "../parts/NoticeLines.tsx";
import { IconButton } from "../shared/Button.tsx";
import { changesSince, isNewer, keptReleases, releaseAddress, wayToNewest } from "../shared/releases.ts";
import { BUILD } from "../shared/version.ts";

/** Returns a text on two versions. `to` is this build. */
export function originWords(from: string, to: string): string {
  if (from === to)
    return `This link was edited: with its settings ${versionWords(to)} gives a different result from the one recorded in the link.`;
  return `This link was made with ${versionWords(from)}. This is ${versionWords(to)}, and its result is different.`;
}

interface OriginNoticeProps {
  readonly made: Made;
  readonly onDismiss: () => void;
}

export function OriginNotice({ made, onDismiss }: OriginNoticeProps) {
  const { version } = made.by;
  const snapshot = useBenchState(({ run }) => run.snapshot);
  const recorded = made.recorded ?? recordedFigures(made.by.figures);
  const figures = snapshot === null ? [] : figureDifferences(recorded, snapshot.results);
  const isOther = version !== BUILD;
  const { changes, releases } = useOther(isOther ? version : null);
  return (
    <section className="notice" role="status" aria-label="Notice">
      <div>
        <p className="notice__title">{originWords(version, BUILD)}</p>
        {figures.map((words) => (
          <p key={words}>{words}</p>
        ))}
        <p>{`Digest in the link: ${made.by.digest}…; here: ${snapshot?.digest}.${figures.length > 0 ? "" : noFiguresWords(isOther)}`}</p>
        {isOther && (
          <>
            {changes.length > 0 && (
              <details>
                <summary>Changes to results since then</summary>
                <NoticeLines lines={changes} />
              </details>
            )}
            <ReleaseLink made={made} releases={releases} />
          </>
        )}
      </div>
      <IconButton icon="close" className="quiet" label="Dismiss" onClick={onDismiss} />
    </section>
  );
}

function noFiguresWords(isOther: boolean): string {
  const compare = isOther ? ": compare with the release that made it" : "";
  return ` The link contains no figures, so this page cannot tell which figures differ${compare}.`;
}

interface ReleaseLinkProps {
  readonly made: Made;
  /** List of releases; null until the list is loaded. */
  readonly releases: readonly string[] | null;
}

function ReleaseLink({ made, releases }: ReleaseLinkProps) {
  const { by, fragment } = made;
  const { version } = by;
  if (releases === null) return null;
  if (releases.includes(version))
    return (
      <p className="notice__acts">
        <a href={releaseAddress(version, fragment)}>{`Open the link in ${versionWords(version)}`}</a>
      </p>
    );
  const newest = wayToNewest(location.pathname);
  if (isNewer(releaseOf(version), releaseOf(BUILD)) && newest !== "./")
    return (
      <p className="notice__acts">
        <a href={`${newest}#${fragment}`}>Open the link in the newest version of this site</a>
      </p>
    );
  return <p>{missingWords(version, BUILD, releases)}</p>;
}

/** Returns a text on a version that the site does not keep, with the versions that it keeps. */
export function missingWords(version: string, build: string, releases: readonly string[]): string {
  if (isNewer(releaseOf(version), releaseOf(build)))
    return "That version is newer than this page. Reload the page to get the newest version of this site.";
  const why =
    version === releaseOf(version)
      ? "This site does not have that version."
      : "Only releases are kept, and that version was not a release.";
  return `${why} It has ${releases.length === 0 ? "no other version" : releases.join(", ")}.`;
}

/** Returns the changes since the given version and the list of releases. If the version is null, nothing is loaded. */
function useOther(version: string | null) {
  const [changes, setChanges] = useState<readonly string[]>([]);
  const [releases, setReleases] = useState<readonly string[] | null>(null);
  useEffect(() => {
    if (version === null) return;
    void changesSince(releaseOf(version)).then(setChanges);
    void keptReleases().then(setReleases);
  }, [version]);
  return { changes, releases };
}
