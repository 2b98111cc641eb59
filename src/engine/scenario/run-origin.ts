/** The version that computed a run and the run's digest, as links and hand-ins carry them: "0.6.0.1a2b3c4d". */

/** Digits of the digest that travel: enough to notice a change, and short enough for a link. */
const DIGITS = 8;

export interface RunOrigin {
  /** "0.6.0", or of a build between releases "0.6.0-0123456" with its commit. */
  readonly version: string;
  /** The first digits of the digest. */
  readonly digest: string;
}

const FORM = /^(\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[0-9a-z]{1,16})?)\.([0-9a-f]{8})$/;

export const ORIGIN_FORM = "a version and eight digits of a digest, like 0.6.0.1a2b3c4d";

export function originOf(version: string, digest: string): RunOrigin {
  return { version, digest: digest.slice(0, DIGITS) };
}

export function originText({ version, digest }: RunOrigin): string {
  return `${version}.${digest}`;
}

/** Null where the text is of another form. */
export function readOrigin(text: string): RunOrigin | null {
  const match = FORM.exec(text.trim());
  return match === null ? null : { version: match[1], digest: match[2] };
}

export function hasDigest({ digest }: RunOrigin, whole: string): boolean {
  return whole.startsWith(digest);
}

/** The release that a build belongs to or comes after. */
export function releaseOf(version: string): string {
  return version.split("-")[0];
}

/** "Sawtooth 0.6.0", "a build of Sawtooth after 0.6.0 (commit 0123456)". */
export function versionWords(version: string): string {
  const [release, commit] = version.split("-");
  return commit === undefined
    ? `Sawtooth ${release}`
    : `a build of Sawtooth after ${release} (commit ${commit})`;
}

/** The version of links and hand-ins; `isRelease`: the sources are those of the release itself. */
export function buildVersion(version: string, commit: string | null, isRelease: boolean): string {
  return isRelease || commit === null ? version : `${version}-${commit.slice(0, 7)}`;
}
