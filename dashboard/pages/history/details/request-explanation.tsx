import { Link } from '@tanstack/react-router';
import type { RecordedRequest } from '../../../api/api.ts';
import { OutcomeBadge } from '../../../components/badge.tsx';
import { errorCodeView } from '../../../format/error-code-view.ts';
import { outcomeView } from '../../../format/outcomes.ts';
import { sameErrorCode } from '../history-search.ts';
import { errorCodesIn } from '../request-summary.ts';
import { outcomeAdvice } from './outcome-advice.ts';
import styles from './request-explanation.module.css';

type RequestExplanationProps = {
  readonly request: RecordedRequest;
  /** The chain of the request's network; undefined while it is not known. */
  readonly chain: string | undefined;
};

/** What happened to a request, and what to do. */
export function RequestExplanation({ request: { outcome, calls, network }, chain }: RequestExplanationProps) {
  const advice = outcomeAdvice(outcome);
  return (
    <section className={styles.explanation} aria-label="What happened">
      <OutcomeBadge outcome={outcome} />
      <p>{outcomeView(outcome).meaning}</p>
      {advice && (
        <p>
          <strong>What to do:</strong> {advice.text}{' '}
          {advice.page && <Link to={advice.page.to}>{advice.page.label}</Link>}
        </p>
      )}
      {errorCodesIn(calls).map((code) => (
        <CodeMeaning key={code} code={code} chain={chain} network={network} />
      ))}
    </section>
  );
}

type CodeMeaningProps = { readonly code: number; readonly chain: string | undefined; readonly network: string };

/** What an error code means, and what to do. */
function CodeMeaning({ code, chain, network }: CodeMeaningProps) {
  const { label, meaning, advice } = errorCodeView(chain, code);
  return (
    <div className={styles.code}>
      <h3>{label}</h3>
      {meaning !== '' && <p>{meaning}</p>}
      <p>
        <strong>What to do:</strong> {advice}
      </p>
      <Link to="/history" search={sameErrorCode(network, code)}>
        All requests with this code
      </Link>
    </div>
  );
}
