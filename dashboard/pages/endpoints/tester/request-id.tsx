import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../../components/copy-button.tsx';
import styles from './answer.module.css';

export type RequestIdProps = {
  readonly requestId: string;
  /** The key in whose history it is; undefined where it is none of this account's. */
  readonly keyId: string | undefined;
};

/** The name of the request, and the way to its row in the history. */
export const RequestId = ({ requestId, keyId }: RequestIdProps) => (
  <div className={styles.requestId}>
    <span>
      Request <code>{requestId}</code>
    </span>
    <CopyButton text={requestId} label="Copy request id" />
    {keyId !== undefined && (
      <Link to="/history" search={{ key: keyId, request: requestId }}>
        Show in history
      </Link>
    )}
  </div>
);
