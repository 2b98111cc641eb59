/**
 * Handles everything that is dropped on the page. A browser would leave the page when a file or URL is dropped, so
 * each drop is caught and then accepted or refused.
 */

export interface Drop {
  readonly files: readonly File[];
  /** Number of folders among the files, if the browser reports them. */
  readonly folders: number;
  /** The folders, if they can be read. */
  readonly entries?: readonly FileSystemDirectoryEntry[];
  /** The dropped URL or text, if there are no files. */
  readonly text: string;
}

type DropEvent = Event & Partial<Pick<DragEvent, "dataTransfer">>;

/** Starts to catch drops. Content that is dragged inside the page is ignored. Returns a function that stops this. */
export function catchDrops(page: Pick<Window, "addEventListener">, take: (drop: Drop) => void): () => void {
  const end = new AbortController();
  const on = (type: string, act: (event: DropEvent) => void) =>
    page.addEventListener(type, act, { signal: end.signal });
  let isOwn = false;
  on("dragstart", () => {
    isOwn = true;
  });
  on("dragend", () => {
    isOwn = false;
  });
  on("dragover", (event) => {
    if (!isForField(event)) event.preventDefault();
  });
  on("drop", (event) => {
    const { dataTransfer } = event;
    if (isForField(event)) return;
    event.preventDefault();
    if (!isOwn && dataTransfer) take(dropOf(dataTransfer));
    isOwn = false;
  });
  return () => end.abort();
}

/** A text field accepts text, and a file field accepts files. */
function isForField({ target, dataTransfer }: DropEvent): boolean {
  const hasFiles = dataTransfer?.types.includes("Files") === true;
  const field = hasFiles ? "input[type=file]" : "input, textarea";
  return (target as Partial<Element> | null)?.matches?.(field) === true;
}

/** Returns the files in a folder and its subfolders, with their paths; at most `most`. */
export async function filesInFolder(
  folder: FileSystemDirectoryEntry,
  most: number,
): Promise<{ readonly path: string; readonly file: File }[]> {
  const found: { path: string; file: File }[] = [];
  const waiting: FileSystemDirectoryEntry[] = [folder];
  for (let next = waiting.pop(); next !== undefined && found.length < most; next = waiting.pop()) {
    const reader = next.createReader();
    // A browser returns the entries in batches, of which the last is empty.
    for (;;) {
      const batch = await new Promise<FileSystemEntry[]>((take, fail) => reader.readEntries(take, fail));
      if (batch.length === 0) break;
      for (const entry of batch) {
        if (entry.isDirectory) waiting.push(entry as FileSystemDirectoryEntry);
        else
          found.push({
            path: entry.fullPath.replace(/^\//, ""),
            file: await new Promise<File>((take, fail) => (entry as FileSystemFileEntry).file(take, fail)),
          });
      }
    }
  }
  return found.slice(0, most);
}

/** The data is read immediately, because the browser clears it after the event. */
function dropOf(data: DataTransfer): Drop {
  const entries = [...data.items].flatMap((item) => {
    const entry = item.webkitGetAsEntry?.();
    return entry?.isDirectory === true ? [entry as FileSystemDirectoryEntry] : [];
  });
  const link = data.getData("text/uri-list").split(/\r?\n/)[0];
  return {
    files: [...data.files],
    folders: entries.length,
    entries,
    text: link === "" ? data.getData("text/plain") : link,
  };
}
