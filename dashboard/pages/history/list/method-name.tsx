import type { RecordedRequest } from '../../../api/api.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { summarizeMethods } from '../request-summary.ts';
import styles from './method-name.module.css';

/** The methods of a request in one line. */
export function MethodName({ calls }: { readonly calls: RecordedRequest['calls'] }) {
  const { first, more, calls: count } = summarizeMethods(calls);
  return (
    <span className={styles.method}>
      {first === null ? (
        <em className={styles.none}>No readable method</em>
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
