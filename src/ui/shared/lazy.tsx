/** Screens and dialogs whose code comes when they are first drawn, and what stands in the place of one that fails. */

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

/** The code of a part of the page did not arrive. */
class NotLoaded extends Error {
  /** The next time that the part is drawn it is fetched anew. */
  readonly fetchAnew: () => void;

  constructor(cause: unknown, fetchAnew: () => void) {
    super("a part of the page could not be loaded. Try it again when the network answers.", { cause });
    this.fetchAnew = fetchAnew;
  }
}

/** As `React.lazy`, which keeps a failure for ever: here the boundary that tells of it can have it tried again. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const fresh = (): ComponentType<P> =>
    lazy(async () => {
      try {
        return { default: await load() };
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

/** Ends a sentence that begins with what could not be loaded. */
const WHY_MISSING: Record<Missing, string> = {
  unreachable: "the network does not answer. Everything that is open goes on.",
  refused: "the server answers, but does not give it. Everything that is open goes on.",
  renewed: "the site has a newer version, and this part of the old one is gone. Reloading keeps the link.",
};

/** Asks for the page itself once more. Its files have a digest in their names: another version starts another one. */
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

/** What a person has asked for and what comes by the network; rejects with a sentence. `what` begins it: "The lesson". */
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

/** Says that a part did not come, why, and what can be done. It is tried again by itself when the network is back. */
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
  /** What it is, with a capital, for a person who is told that it could not be loaded or drawn. */
  readonly part: string;
  /** Of a whole screen: what stands in its place is then the page's main landmark. */
  readonly isScreen?: boolean;
  /** What the part is drawn from: when it changes, a part that failed is drawn again. */
  readonly value?: unknown;
  /** The part is there, and could not be drawn. */
  readonly onFault?: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Catches what a part of the page throws while it is drawn, and leaves the rest standing. */
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
    const told = this.#told(part, error);
    return isScreen ? <main>{told}</main> : told;
  }

  #told(part: string, error: unknown): ReactNode {
    if (error instanceof NotLoaded) return <NotLoadedBox part={part} onAgain={this.#again} />;
    return (
      <div className="notice notice--error" role="alert">
        <div>
          <p className="notice__title">{`${part} could not be drawn.`}</p>
          <p>{error instanceof Error ? error.message : String(error)}</p>
          <Button onClick={this.#again}>Draw it again</Button>
        </div>
      </div>
    );
  }
}

interface LazyPlaceProps extends ErrorBoundaryProps {
  /** What stands there while the code is on its way. */
  readonly fallback?: ReactNode;
}

/** The place of a lazy part: what stands there until it comes, and where it does not. */
export function LazyPlace({ part, isScreen = false, fallback = null, children }: LazyPlaceProps) {
  return (
    <ErrorBoundary part={part} isScreen={isScreen}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
