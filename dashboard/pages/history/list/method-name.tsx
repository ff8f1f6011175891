import type { RecordedRequest } from '../../../api/api.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { noMethodText, summarizeMethods } from '../request-summary.ts';
import styles from './method-name.module.css';

/** The methods of a request in one line. */
export function MethodName({ request: { calls, outcome } }: { readonly request: RecordedRequest }) {
  const { first, more, calls: count } = summarizeMethods(calls);
  return (
    <span className={styles.method}>
      {first === null ? (
        <em className={styles.none}>{noMethodText(outcome)}</em>
      ) : (
        <code className={styles.name}>{first}</code>
      )}
      {more !== '' && (
        <>
          <span className={styles.more} aria-hidden="true">
            {more}
          </span>
          <VisuallyHidden>; {count} calls in total</VisuallyHidden>
        </>
      )}
    </span>
  );
}
