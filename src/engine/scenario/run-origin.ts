/**
 * The origin of a run: the version that computed it and its digest, as stored in URLs and hand-ins: "0.6.0.1a2b3c4d". A URL also
 * contains the main figures of the run, so that a later version can name the figures that differ:
 * "0.6.0.1a2b3c4d_97.2_12_35.4_0.98".
 */

/** Number of hexadecimal digits of the digest that an origin contains: enough to notice a change, and short enough for a URL. */
const DIGITS = 8;

/** Version, digest and figures of a computed run. */
export interface RunOrigin {
  /** Version such as "0.6.0", or "0.6.0-0123456" with the commit for a build between releases. */
  readonly version: string;
  /** First digits of the run's digest. */
  readonly digest: string;
  /**
   * Main figures of the run as shown to users, in a fixed order; "-" for a figure without a value. Empty in hand-ins and in short
   * texts.
   */
  readonly figures: readonly string[];
}

const FORM =
  /^(\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[0-9a-z]{1,16})?)\.([0-9a-f]{8})((?:_(?:-|\d[0-9.e-]{0,11})){0,8})$/;

/** Description of the text format, for error messages. */
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

/** Reads the text of an origin; null if the text does not have this format. */
export function readOrigin(text: string): RunOrigin | null {
  const match = FORM.exec(text.trim());
  if (match === null) return null;
  const [, version, digest, figures] = match;
  return { version, digest, figures: figures.split("_").slice(1) };
}

/** Returns true if the origin belongs to a run with the full digest `whole`. */
export function hasDigest({ digest }: RunOrigin, whole: string): boolean {
  return whole.startsWith(digest);
}

/** Returns the release of which a version is a build: the release itself, or the last one before the build. */
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
