import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../../components/code-block.tsx';
import { Meter } from '../../../components/meter.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Table } from '../../../components/table.tsx';
import { formatMilliseconds } from '../../../format/numbers.ts';
import { formatDuration } from '../../../format/times.ts';
import styles from './answer.module.css';
import { AnswerBody } from './answer-body.tsx';
import type { RpcAnswer } from './exchange.ts';
import type { AnswerExplanation } from './explain-answer.ts';
import type { LimitWindow } from './limit-headers.ts';
import { TimingBar } from './timing-bar.tsx';
import type { SentRequest } from './use-exchange.ts';

type AnswerViewProps = {
  readonly answer: RpcAnswer;
  readonly explanation: AnswerExplanation;
  readonly sent: SentRequest;
};

/** A response: its meaning, its body, the limits and the headers. */
export function AnswerView({ answer, explanation, sent }: AnswerViewProps) {
  return (
    <>
      {explanation.tone !== 'good' && (
        <Notice tone={explanation.tone} title={explanation.title}>
          {explanation.text}
        </Notice>
      )}
      {answer.timing.length > 0 && <TimingBar parts={answer.timing} totalMs={answer.endedAfter} />}
      <AnswerBody
        key={sent.at}
        bytes={answer.body}
        text={answer.text}
        name={`${sent.methods[0] ?? 'response'}-${sent.endpoint.network}`}
      />
      <LimitMeters windows={answer.windows} />
      {answer.requestId !== undefined && <AnswerRequestId requestId={answer.requestId} keyId={sent.keyId} />}
      <AnswerDetails answer={answer} />
    </>
  );
}

const windowNames: Readonly<Record<string, string>> = { second: 'Calls this second', day: 'Calls today (UTC)' };

/** The key's limits at the time of the response, from its headers. */
function LimitMeters({ windows }: { readonly windows: readonly LimitWindow[] }) {
  if (windows.length === 0) return null;
  return (
    <div className={styles.meters}>
      {windows.map(({ name, limit, remaining, resetsIn }) => (
        <Meter
          key={name}
          label={`${windowNames[name] ?? name}, resets in ${formatDuration(resetsIn)}`}
          value={limit - remaining}
          limit={limit}
        />
      ))}
    </div>
  );
}

type AnswerRequestIdProps = {
  readonly requestId: string;
  /** The key whose history has it; undefined if the key is not one of this account's. */
  readonly keyId: string | undefined;
};

/** The request id, with a link to the request in the history. */
const AnswerRequestId = ({ requestId, keyId }: AnswerRequestIdProps) => (
  <div className={styles.requestId}>
    <span>
      Request ID <code>{requestId}</code>
    </span>
    <CopyButton text={requestId} label="Copy request ID" />
    {keyId !== undefined && (
      <Link to="/history" search={{ key: keyId, request: requestId }}>
        Show in history
      </Link>
    )}
  </div>
);

/** The headers of the response, and how the latency was measured. */
const AnswerDetails = ({ answer }: { readonly answer: RpcAnswer }) => (
  <details className={styles.details}>
    <summary>Headers and timing</summary>
    {answer.headers.length > 0 ? (
      <Table label="Response headers">
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
      <p className={styles.hint}>
        The response has none of the service’s headers: Amazon API Gateway answered before the service.
      </p>
    )}
    <p className={styles.hint}>
      Latency, measured by this browser from Send to the last byte: {formatMilliseconds(answer.endedAfter)}. The headers
      arrived after {formatMilliseconds(answer.headersAfter)}. The latency includes the network, TLS, the gateway, the
      node and sometimes a CORS preflight request. The size is that of the decompressed body.
    </p>
  </details>
);
