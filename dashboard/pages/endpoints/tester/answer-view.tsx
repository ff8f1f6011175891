import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../../components/code-block.tsx';
import { Meter } from '../../../components/meter.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Table } from '../../../components/table.tsx';
import { formatMilliseconds } from '../../../format/numbers.ts';
import { formatCountdown } from '../../../format/times.ts';
import styles from './answer.module.css';
import { AnswerBody } from './answer-body.tsx';
import type { RpcAnswer } from './exchange.ts';
import type { AnswerExplanation } from './explain-answer.ts';
import type { LimitWindow } from './limit-headers.ts';
import type { SentRequest } from './use-exchange.ts';

export type AnswerViewProps = {
  readonly answer: RpcAnswer;
  readonly explanation: AnswerExplanation;
  readonly sent: SentRequest;
};

/** An answer: what it means, its body, and what its headers say. */
export function AnswerView({ answer, explanation, sent }: AnswerViewProps) {
  return (
    <>
      {explanation.tone !== 'good' && (
        <Notice tone={explanation.tone} title={explanation.title}>
          {explanation.text}
        </Notice>
      )}
      <AnswerBody
        bytes={answer.body}
        text={answer.text}
        name={`${sent.methods[0] ?? 'answer'}-${sent.endpoint.network}`}
      />
      <LimitMeters windows={answer.windows} />
      {answer.requestId !== undefined && <AnswerRequestId requestId={answer.requestId} keyId={sent.keyId} />}
      <AnswerDetails answer={answer} />
    </>
  );
}

const windowNames: Readonly<Record<string, string>> = { second: 'Calls this second', day: 'Calls today (UTC)' };

/** What the answer's headers say of the key's limits, as they stood when it was answered. */
export function LimitMeters({ windows }: { readonly windows: readonly LimitWindow[] }) {
  if (windows.length === 0) return null;
  return (
    <div className={styles.meters}>
      {windows.map(({ name, limit, remaining, resetsIn }) => (
        <Meter
          key={name}
          label={`${windowNames[name] ?? name}, full again in ${formatCountdown(resetsIn * 1_000)}`}
          value={limit - remaining}
          limit={limit}
        />
      ))}
    </div>
  );
}

export type AnswerRequestIdProps = {
  readonly requestId: string;
  /** The key in whose history it is; undefined where it is none of this account's. */
  readonly keyId: string | undefined;
};

/** The name of the request, and the way to its row in the history. */
export const AnswerRequestId = ({ requestId, keyId }: AnswerRequestIdProps) => (
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

/** The headers as they came, and what the figures are made of. */
export const AnswerDetails = ({ answer }: { readonly answer: RpcAnswer }) => (
  <details className={styles.details}>
    <summary>Headers and timing</summary>
    {answer.headers.length > 0 ? (
      <Table label="Headers of the answer">
        <thead>
          <tr>
            <th scope="col">Header</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {answer.headers.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <code>{value}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    ) : (
      <p className={styles.hint}>It has none of Sluice’s headers: Amazon API Gateway answered before Sluice.</p>
    )}
    <p className={styles.hint}>
      Latency is measured by this browser from Send to the last byte, {formatMilliseconds(answer.endedAfter)}; the
      headers came after {formatMilliseconds(answer.headersAfter)}. The network and TLS are in it, the gateway and the
      node, and now and then the browser’s own question whether it may send (CORS). The size is that of the body after
      decompression.
    </p>
  </details>
);
