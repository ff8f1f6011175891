import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Endpoint, RecordedRequest } from '../../../api/api.ts';
import { CopyButton } from '../../../components/code-block.tsx';
import { AbsoluteTime, RelativeTime } from '../../../components/time.tsx';
import { formatBytes, formatCount } from '../../../format/numbers.ts';
import type { KnownKeys } from '../known-keys.ts';
import { wasRead } from '../request-summary.ts';
import { DurationBar } from './duration-bar.tsx';
import { countedText, nodeTexts } from './processing-text.ts';
import { RequestCalls } from './request-calls.tsx';
import { RequestCommand } from './request-command.tsx';
import { RequestExplanation } from './request-explanation.tsx';
import styles from './request-facts.module.css';

type RequestFactsProps = {
  readonly request: RecordedRequest;
  readonly keys: KnownKeys;
  readonly endpoints: readonly Endpoint[];
};

/** Everything recorded about a request, what it means, and how to send it again. */
export function RequestFacts({ request, keys, endpoints }: RequestFactsProps) {
  const endpoint = endpoints.find(({ network }) => network === request.network);
  return (
    <>
      <RequestExplanation request={request} chain={endpoint?.chain} />
      <dl className={styles.facts}>
        <Fact name="Request ID">
          <span className={styles.id}>
            <code>{request.requestId}</code>
            <CopyButton text={request.requestId} label="Copy request ID" />
          </span>
        </Fact>
        <Fact name="Status">HTTP {request.status}</Fact>
        {request.count > 1 && (
          <Fact name="Requests">
            ×{formatCount(request.count)}
            <p className={styles.more}>
              When many requests of a key are refused, refusals within a minute are recorded together. The ID and the
              time are those of the first.
            </p>
          </Fact>
        )}
        <Fact name="Received">
          <RelativeTime at={request.at} />
          <p className={styles.more}>
            <AbsoluteTime at={request.at} />
          </p>
          <p className={styles.more}>
            <code>{request.at}</code>
          </p>
        </Fact>
        <Fact name="Key">
          <Link to="/history" search={{ key: request.keyId }}>
            {keys.nameOf(request.keyId)}
          </Link>
        </Fact>
        <Fact name="Network">{request.network}</Fact>
        <Fact name="Size">
          {wasRead(request.outcome)
            ? `${formatBytes(request.requestBytes)} in, ${formatBytes(request.responseBytes)} out`
            : 'Not read'}
        </Fact>
        <Fact name="Duration">
          <DurationBar durationMs={request.durationMs} upstreamMs={request.upstreamMs} />
        </Fact>
        {/* The API of the version before has neither. */}
        {request.tries?.length > 0 && (
          <Fact name="Nodes">
            {nodeTexts(request).map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same node can be tried twice
              <p key={index}>{text}</p>
            ))}
          </Fact>
        )}
        {request.countedAt !== undefined && (
          <Fact name="Counted">
            {countedText({ calls: request.calls, countedAt: request.countedAt, countedCalls: request.countedCalls })}
            <p className={styles.more}>The usage counts every call of the request.</p>
          </Fact>
        )}
      </dl>
      <RequestCalls calls={request.calls} endpoint={endpoint} />
      {endpoint && <RequestCommand calls={request.calls} endpoint={endpoint} />}
    </>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
