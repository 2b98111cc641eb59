/** What is dropped on a page. A browser would leave the page for a file or a link: each drop is caught, and taken or refused. */

export interface Drop {
  readonly files: readonly File[];
  /** Those among the files that are folders, where the browser says so. */
  readonly folders: number;
  /** Of a link or a text, when there are no files. */
  readonly text: string;
}

type DropEvent = Event & Partial<Pick<DragEvent, "dataTransfer">>;

/** Returns what ends it. What a person drags from one place of the page to another opens nothing. */
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

/** A text field takes texts, a field for files takes files. */
function isForField({ target, dataTransfer }: DropEvent): boolean {
  const hasFiles = dataTransfer?.types.includes("Files") === true;
  const field = hasFiles ? "input[type=file]" : "input, textarea";
  return (target as Partial<Element> | null)?.matches?.(field) === true;
}

/** The browser forgets it after the event. */
function dropOf(data: DataTransfer): Drop {
  const folders = [...data.items].filter((item) => item.webkitGetAsEntry?.()?.isDirectory === true).length;
  const link = data.getData("text/uri-list").split(/\r?\n/)[0];
  return { files: [...data.files], folders, text: link === "" ? data.getData("text/plain") : link };
}
