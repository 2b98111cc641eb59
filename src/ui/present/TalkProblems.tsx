/** Why a talk cannot be shown; the bench can be used all the same. */
import { problemText } from "../shared/problem-words.ts";
import { usePresenting, useShown } from "./use-presenting.ts";

export function TalkProblems() {
  const presenting = usePresenting();
  const problems = useShown((shown) => shown.problems);
  if (problems.length === 0) return null;
  return (
    <section className="notice" role="status" aria-label="Notice">
      <div>
        <p className="notice__title">This talk cannot be shown.</p>
        <ul>
          {problems.map((problem) => (
            <li key={problemText(problem)}>{problemText(problem)}</li>
          ))}
        </ul>
        <button type="button" className="button" onClick={() => presenting.end()}>
          Go on without it
        </button>
      </div>
    </section>
  );
}
