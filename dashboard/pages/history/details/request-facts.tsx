import type { ReactNode } from 'react';
import type { Key, RecordedRequest } from '../../../api/api.ts';
import { OutcomeBadge } from '../../../components/badge.tsx';
import { CopyButton } from '../../../components/code-block.tsx';
import { Table } from '../../../components/table.tsx';
import { AbsoluteTime, RelativeTime } from '../../../components/time.tsx';
import { formatBytes, formatCount } from '../../../format/numbers.ts';
import { outcomeView } from '../../../format/outcomes.ts';
import { DurationBar } from './duration-bar.tsx';
import styles from './request-facts.module.css';

type RequestFactsProps = {
  readonly request: RecordedRequest;
  /** The key of the request. */
  readonly usedKey: Key;
};

/** Everything recorded about a request. */
export const RequestFacts = ({ request, usedKey }: RequestFactsProps) => (
  <>
    <dl className={styles.facts}>
      <Fact name="Request ID">
        <span className={styles.id}>
          <code>{request.requestId}</code>
          <CopyButton text={request.requestId} label="Copy request ID" />
        </span>
      </Fact>
      <Fact name="Outcome">
        <OutcomeBadge outcome={request.outcome} />
        <p className={styles.more}>{outcomeView(request.outcome).meaning}</p>
      </Fact>
      <Fact name="Status">HTTP {request.status}</Fact>
      {request.count > 1 && (
        <Fact name="Requests">
          ×{formatCount(request.count)}
          <p className={styles.more}>
            Refusals within one second are recorded together. The ID and the time are those of the first.
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
        {usedKey.name}
        {usedKey.state === 'revoked' && ' (revoked)'}
      </Fact>
      <Fact name="Network">{request.network}</Fact>
      <Fact name="Size">
        {formatBytes(request.requestBytes)} in, {formatBytes(request.responseBytes)} out
      </Fact>
      <Fact name="Duration">
        <DurationBar durationMs={request.durationMs} upstreamMs={request.upstreamMs} />
      </Fact>
    </dl>
    <Calls calls={request.calls} />
  </>
);

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Calls = ({ calls }: Pick<RecordedRequest, 'calls'>) => (
  <Table label="Calls by method, outcome and error code">
    <thead>
      <tr>
        <th scope="col">Method</th>
        <th scope="col">Outcome</th>
        <th scope="col" data-align="end">
          Calls
        </th>
      </tr>
    </thead>
    <tbody>
      {calls.map(({ method, outcome, errorCode, count }) => (
        <tr key={`${outcome} ${errorCode} ${method ?? ''}`}>
          <th scope="row" className={styles.method}>
            {method === null ? <em>Not readable</em> : <code>{method}</code>}
          </th>
          <td>
            <OutcomeBadge outcome={outcome} /> {errorCode !== null && <code>{errorCode}</code>}
          </td>
          <td data-align="end">{formatCount(count)}</td>
        </tr>
      ))}
    </tbody>
  </Table>
);
