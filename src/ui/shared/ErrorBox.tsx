/** What went wrong, in words, and what can be done: never a blank page. */
import { Component, type ReactNode, Suspense } from "react";
import { RunErrorBox } from "../app/parts.ts";
import { useBenchState } from "../state/use-store.ts";
import { NotLoadedBox } from "./NotLoadedBox.tsx";
import { miss, NotLoaded } from "./on-demand.ts";
import { notDrawn } from "./page-words.ts";

export function RunError() {
  const message = useBenchState((state) => state.run.error);
  if (message === null) return null;
  const plain = (
    <p className="notice notice--error" role="alert">
      {message}
    </p>
  );
  return (
    <ErrorBoundary part="The message" place={plain}>
      <Suspense fallback={plain}>
        <RunErrorBox message={message} />
      </Suspense>
    </ErrorBoundary>
  );
}

interface Guarded {
  readonly part: string;
  /** Stands there where the program could not be loaded, and the page says so elsewhere; without, it is said here. */
  readonly place?: ReactNode;
  readonly children: ReactNode;
}

interface Caught {
  readonly error: unknown;
}

const NOTHING: Caught = { error: null };

/** Catches what a part of the page throws while it is drawn, and leaves the rest standing. */
export class ErrorBoundary extends Component<Guarded, Caught> {
  override state = NOTHING;

  static getDerivedStateFromError(error: unknown): Caught {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof NotLoaded)) return;
    if (this.props.place !== undefined) miss(error);
    // Whoever tried it again: it is drawn when it is here.
    void error.program.here.then(this.#again);
  }

  readonly #again = () => this.setState(NOTHING);

  override render(): ReactNode {
    const { error } = this.state;
    const { part, place, children } = this.props;
    if (error === null) return children;
    if (error instanceof NotLoaded)
      return place === undefined ? <NotLoadedBox part={part} onAgain={this.#again} /> : place;
    return (
      <div className="notice notice--error" role="alert">
        <div>
          <p className="notice__title">{notDrawn(part)}</p>
          <p>{error instanceof Error ? error.message : String(error)}</p>
          <button type="button" className="button" onClick={this.#again}>
            Draw it again
          </button>
        </div>
      </div>
    );
  }
}
