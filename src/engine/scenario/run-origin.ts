/** The version that computed a run and the run's digest, as stored in URLs and hand-ins: "0.6.0.1a2b3c4d". */

/** Number of digits of the digest in the text: enough to notice a change, and short enough for a URL. */
const DIGITS = 8;

/** Version and digest of a computed run. */
export interface RunOrigin {
  /** Version such as "0.6.0", or "0.6.0-0123456" with the commit for a build between releases. */
  readonly version: string;
  /** First digits of the digest. */
  readonly digest: string;
}

const FORM = /^(\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[0-9a-z]{1,16})?)\.([0-9a-f]{8})$/;

/** Description of the text of an origin, for messages. */
export const ORIGIN_FORM = "a version and eight digits of a digest, like 0.6.0.1a2b3c4d";

/** Returns the origin of a run from its full digest. */
export function originOf(version: string, digest: string): RunOrigin {
  return { version, digest: digest.slice(0, DIGITS) };
}

/** Returns the text of an origin. */
export function originText({ version, digest }: RunOrigin): string {
  return `${version}.${digest}`;
}

/** Reads the text of an origin; null if the text has a different form. */
export function readOrigin(text: string): RunOrigin | null {
  const match = FORM.exec(text.trim());
  return match === null ? null : { version: match[1], digest: match[2] };
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
