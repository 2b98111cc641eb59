/** Screens and dialogs that load on first use, and the message that replaces a part that fails. */

import {
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from "react";
import { Button } from "./Button.tsx";

/** Error for code of a part of the page that could not be loaded. */
class NotLoaded extends Error {
  /** Makes the next rendering load the part again. */
  readonly fetchAnew: () => void;

  constructor(cause: unknown, fetchAnew: () => void) {
    super("a part of the page could not be loaded. Try again when the network is back.", { cause });
    this.fetchAnew = fetchAnew;
  }
}

/** Addresses of style sheets that could not be loaded. */
const missingSheets = new Set<string>();

/** Notes from now on which style sheets cannot be loaded. The bundler's code requests a sheet only once, also after a failure. */
export function noteMissingSheets(): void {
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
    missingSheets.add(target.href);
    target.remove();
  };
  document.addEventListener("error", note, { capture: true });
}

/** Loads a missing style sheet again. */
function sheetAgain(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => {
      missingSheets.delete(href);
      resolve();
    };
    link.onerror = () => reject(new Error(`the style sheet ${href} did not come`));
    document.head.append(link);
  });
}

/**
 * Like `React.lazy`, which keeps a failure forever. With this function the error boundary that shows the failure can
 * try again.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const fresh = (): ComponentType<P> =>
    lazy(async () => {
      try {
        const [part] = await Promise.all([load(), ...[...missingSheets].map(sheetAgain)]);
        return { default: part };
      } catch (cause) {
        throw new NotLoaded(cause, () => {
          Part = fresh();
        });
      }
    });
  let Part = fresh();
  return (props: P) => createElement(Part, props);
}

type Missing = "unreachable" | "refused" | "renewed";

/** Second half of the sentence whose first half names the part. */
const WHY_MISSING: Record<Missing, string> = {
  unreachable: "the network does not respond. Everything that is already open keeps working.",
  refused: "the server does not deliver it. Everything that is already open keeps working.",
  renewed:
    "the site has a newer version, and this part of the old version no longer exists. Reloading keeps the link.",
};

/**
 * Requests the page itself again, to find out why a file is missing. File names contain a digest, so a newer version
 * of the page loads files with different names.
 */
async function whyMissing(): Promise<Missing> {
  const started = document.querySelector("script[type=module]")?.getAttribute("src") ?? "";
  try {
    const page = await fetch(document.baseURI, { cache: "no-store" });
    return page.ok && !(await page.text()).includes(started) ? "renewed" : "refused";
  } catch {
    return "unreachable";
  }
}

function notLoaded(part: string, why: Missing | null): string {
  return `${part} could not be loaded${why === null ? "." : `: ${WHY_MISSING[why]}`}`;
}

/**
 * Waits for content that the user requested from the network. Rejects with a message for the user that starts with
 * `what`, such as "The lesson".
 */
export async function fetched<T>(what: string, coming: Promise<T>): Promise<T> {
  try {
    return await coming;
  } catch (cause) {
    throw new Error(notLoaded(what, await whyMissing()), { cause });
  }
}

interface NotLoadedBoxProps {
  readonly part: string;
  readonly onAgain: () => void;
}

/**
 * The message that a part could not be loaded, with the reason and advice. Loading is retried automatically when the network is
 * back.
 */
function NotLoadedBox({ part, onAgain }: NotLoadedBoxProps) {
  const [why, setWhy] = useState<Missing | null>(null);
  useEffect(() => {
    void whyMissing().then(setWhy);
  }, []);
  useEffect(() => {
    window.addEventListener("online", onAgain);
    return () => window.removeEventListener("online", onAgain);
  });
  return (
    <div className="notice notice--error" role="alert">
      <div>
        <p>{notLoaded(part, why)}</p>
        <span className="notice__acts">
          <Button onClick={onAgain}>Try again</Button>
          {why !== null && why !== "unreachable" && <Button onClick={() => location.reload()}>Reload</Button>}
        </span>
      </div>
    </div>
  );
}

interface ErrorBoundaryProps {
  /** Name of the part with a capital, for messages that it could not be loaded or drawn. */
  readonly part: string;
  /** True for a whole screen, whose message becomes the page's main landmark. */
  readonly isScreen?: boolean;
  /** The value that the part depends on. When it changes, a part that failed is drawn again. */
  readonly value?: unknown;
  /** Called if the part was loaded but could not be drawn. */
  readonly onFault?: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Catches errors of a part of the page during rendering, so that the rest stays. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof NotLoaded)) this.props.onFault?.(error);
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (this.state.error !== null && before.value !== this.props.value) this.#again();
  }

  readonly #again = () => {
    const { error } = this.state;
    if (error instanceof NotLoaded) error.fetchAnew();
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    const { part, isScreen, children } = this.props;
    if (error === null) return children;
    const message = this.#failureMessage(part, error);
    return isScreen ? <main>{message}</main> : message;
  }

  #failureMessage(part: string, error: unknown): ReactNode {
    if (error instanceof NotLoaded) return <NotLoadedBox part={part} onAgain={this.#again} />;
    return (
      <div className="notice notice--error" role="alert">
        <div>
          <p className="notice__title">{`${part} could not be drawn.`}</p>
          <p>{error instanceof Error ? error.message : String(error)}</p>
          <Button onClick={this.#again}>Try again</Button>
        </div>
      </div>
    );
  }
}

interface LazyPlaceProps extends ErrorBoundaryProps {
  /** Content shown while the code loads. */
  readonly fallback?: ReactNode;
}

/** The place of a lazy part, with its fallback while it loads and a message if loading fails. */
export function LazyPlace({ part, isScreen = false, fallback = null, children }: LazyPlaceProps) {
  return (
    <ErrorBoundary part={part} isScreen={isScreen}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
