import type { RecordedRequest } from '../../../api/api.ts';
import { errorCodesOf } from '../../../chains/error-codes.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { errorCodesIn } from '../request-summary.ts';
import styles from './request-row.module.css';

type RowCodesProps = {
  readonly calls: RecordedRequest['calls'];
  readonly chain: string | undefined;
};

/** The first JSON-RPC error code of a request and its name, and how many other codes there are. */
export function RowCodes({ calls, chain }: RowCodesProps) {
  const [first, ...others] = errorCodesIn(calls);
  if (first === undefined) return <span className={styles.code} />;
  const name = errorCodesOf(chain)[first]?.name;
  return (
    <span className={styles.code}>
      <span>
        <VisuallyHidden>Error code </VisuallyHidden>
        <code>{first}</code>
        {others.length > 0 && ` +${others.length}`}
      </span>
      {name !== undefined && <span className={styles.muted}>{name}</span>}
    </span>
  );
}
