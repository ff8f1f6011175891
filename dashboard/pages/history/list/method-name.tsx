import { VisuallyHidden } from 'react-aria-components';
import type { Request } from '../../../api/api.ts';
import styles from './method-name.module.css';
import { summariseMethods } from './methods.ts';

/** What a request called, in one line. */
export function MethodName({ calls }: { readonly calls: Request['calls'] }) {
  const { first, more, calls: count } = summariseMethods(calls);
  return (
    <span className={styles.method}>
      {first === null ? (
        <em className={styles.none}>No method readable</em>
      ) : (
        <code className={styles.name}>{first}</code>
      )}
      {more !== '' && (
        <>
          <span className={styles.more} aria-hidden="true">
            {more}
          </span>
          <VisuallyHidden elementType="span">, {count} calls in all</VisuallyHidden>
        </>
      )}
    </span>
  );
}
