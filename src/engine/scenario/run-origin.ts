/**
 * The version that computed a run and the run's digest, as stored in URLs and hand-ins: "0.6.0.1a2b3c4d". A URL also has the
 * main figures of the run, so that a later version can name those that differ: "0.6.0.1a2b3c4d_97.2_12_35.4_0.98".
 */

/** Number of digits of the digest in the text: enough to notice a change, and short enough for a URL. */
const DIGITS = 8;

/** Version, digest and figures of a computed run. */
export interface RunOrigin {
  /** Version such as "0.6.0", or "0.6.0-0123456" with the commit for a build between releases. */
  readonly version: string;
  /** First digits of the digest. */
  readonly digest: string;
  /** Figures as shown, in a fixed order; "-" for one that was not measured. Empty in hand-ins and short texts. */
  readonly figures: readonly string[];
}

const FORM =
  /^(\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[0-9a-z]{1,16})?)\.([0-9a-f]{8})((?:_(?:-|\d[0-9.e-]{0,11})){0,8})$/;

/** Description of the text of an origin, for messages. */
export const ORIGIN_FORM =
  "a version, eight digits of a digest and optional figures, like 0.6.0.1a2b3c4d_97.2";

/** Returns the origin of a run from its full digest. */
export function originOf(version: string, digest: string, figures: readonly string[] = []): RunOrigin {
  return { version, digest: digest.slice(0, DIGITS), figures };
}

/** Returns the text of an origin. */
export function originText({ version, digest, figures }: RunOrigin): string {
  return [`${version}.${digest}`, ...figures].join("_");
}

/** Reads the text of an origin; null if the text has a different form. */
export function readOrigin(text: string): RunOrigin | null {
  const match = FORM.exec(text.trim());
  if (match === null) return null;
  const [, version, digest, figures] = match;
  return { version, digest, figures: figures.split("_").slice(1) };
}

/** Returns true if the full digest starts with that of the origin. */
export function hasDigest({ digest }: RunOrigin, whole: string): boolean {
  return whole.startsWith(digest);
}

/** Returns the release that a build belongs to or follows. */
export function releaseOf(version: string): string {
  return version.split("-")[0];
}

/** Returns a description of a version: "Sawtooth 0.6.0", "a build of Sawtooth after 0.6.0 (commit 0123456)". */
export function versionWords(version: string): string {
  const [release, commit] = version.split("-");
  return commit === undefined
    ? `Sawtooth ${release}`
    : `a build of Sawtooth after ${release} (commit ${commit})`;
}

/** Returns the version for URLs and hand-ins. `isRelease` is true if the sources are those of the release itself. */
export function buildVersion(version: string, commit: string | null, isRelease: boolean): string {
  return isRelease || commit === null ? version : `${version}-${commit.slice(0, 7)}`;
}
