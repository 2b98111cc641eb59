/** What went wrong, in words, and what can be done: never a blank page. */
import { Component, type ReactNode } from "react";
import { useBench, useBenchState } from "../hooks/use-store.ts";

export function RunError() {
  const bench = useBench();
  const message = useBenchState((state) => state.run.error);
  if (message === null) return null;
  return (
    <section className="notice notice--error" role="alert">
      <div>
        <p className="notice__title">This run could not be simulated.</p>
        <p>{message}</p>
        <span className="notice__acts">
          <button type="button" className="button" onClick={() => bench.edits.undo()}>
            Undo the last change
          </button>
          <button type="button" className="button" onClick={() => bench.runAgain()}>
            Run again
          </button>
          <button type="button" className="button" onClick={() => bench.edits.reset()}>
            Reset all
          </button>
        </span>
      </div>
    </section>
  );
}

interface Caught {
  readonly message: string | null;
}

/** Catches what a part of the page throws while it is drawn, and leaves the rest standing. */
export class ErrorBoundary extends Component<
  { readonly part: string; readonly children: ReactNode },
  Caught
> {
  override state: Caught = { message: null };

  static getDerivedStateFromError(error: unknown): Caught {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === null) return this.props.children;
    return (
      <div className="notice notice--error" role="alert">
        <div>
          <p className="notice__title">{this.props.part} could not be drawn.</p>
          <p>{message}</p>
          <button type="button" className="button" onClick={() => this.setState({ message: null })}>
            Draw it again
          </button>
        </div>
      </div>
    );
  }
}
