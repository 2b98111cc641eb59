/** What a machine refuses (a full disk, a folder that may not be written) in words for people. */

const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: "this may not be read or written by you",
  EDQUOT: "your share of the disk is full",
  EEXIST: "there is something of this name already",
  EFBIG: "the file would be too large for this disk",
  EIO: "the disk reports an error",
  EISDIR: "this is a folder, not a file",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "there is no such file or folder",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is a file, not a folder",
  EPERM: "this is not permitted",
  EROFS: "the disk may only be read",
};

/** Null where the error is of the program, not of the machine. */
export function systemErrorText(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return null;
  const meaning = MEANINGS[String(error.code)];
  if (meaning === undefined) return null;
  const { path } = error as NodeJS.ErrnoException;
  return `${path === undefined ? "" : `${path}: `}${meaning} (${String(error.code)}). What was complete before is kept.`;
}
