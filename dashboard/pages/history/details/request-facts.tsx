import type { ReactNode } from 'react';
import type { Key, RequestRecord } from '../../../api/api.ts';
import { OutcomeBadge } from '../../../components/badge.tsx';
import { CopyButton } from '../../../components/code-block.tsx';
import { Table } from '../../../components/table.tsx';
import { AbsoluteTime, RelativeTime } from '../../../components/time.tsx';
import { formatBytes, formatCount } from '../../../format/numbers.ts';
import { outcomes } from '../../../format/outcomes.ts';
import { DurationBar } from './duration-bar.tsx';
import styles from './request-facts.module.css';

export type RequestFactsProps = {
  readonly request: RequestRecord;
  /** The key that it was made with. */
  readonly made: Key;
};

/** All that is kept of a request. */
export const RequestFacts = ({ request, made }: RequestFactsProps) => (
  <>
    <dl className={styles.facts}>
      <Fact name="Request id">
        <span className={styles.id}>
          <code>{request.requestId}</code>
          <CopyButton text={request.requestId} label="Copy request id" />
        </span>
      </Fact>
      <Fact name="Outcome">
        <OutcomeBadge outcome={request.outcome} />
        <p className={styles.more}>{outcomes[request.outcome].meaning}</p>
      </Fact>
      <Fact name="Answer">HTTP {request.status}</Fact>
      {request.count > 1 && (
        <Fact name="Requests">
          ×{formatCount(request.count)}
          <p className={styles.more}>
            Refusals within one second are summed. The id and the time are those of the first of them.
          </p>
        </Fact>
      )}
      <Fact name="Came in">
        <RelativeTime at={request.at} />
        <p className={styles.more}>
          <AbsoluteTime at={request.at} />
        </p>
        <p className={styles.more}>
          <code>{request.at}</code>
        </p>
      </Fact>
      <Fact name="Key">
        {made.name}
        {made.state === 'revoked' && ', now revoked'}
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

const Calls = ({ calls }: Pick<RequestRecord, 'calls'>) => (
  <Table label="Calls of the request, by method, outcome and error code">
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
            {method === null ? <em>not readable</em> : <code>{method}</code>}
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
