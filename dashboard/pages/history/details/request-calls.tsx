import { Link } from '@tanstack/react-router';
import type { Endpoint, RecordedRequest } from '../../../api/api.ts';
import { OutcomeBadge } from '../../../components/badge.tsx';
import { Table } from '../../../components/table.tsx';
import { formatCount } from '../../../format/numbers.ts';
import { noMethodText } from '../request-summary.ts';
import styles from './request-calls.module.css';

type RequestCallsProps = {
  readonly calls: RecordedRequest['calls'];
  /** The endpoint of the request; undefined if it does not exist any more. */
  readonly endpoint: Endpoint | undefined;
};

/** The calls of a request by method, outcome and error code. */
export const RequestCalls = ({ calls, endpoint }: RequestCallsProps) => (
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
            <Method name={method} outcome={outcome} endpoint={endpoint} />
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

type MethodProps = {
  readonly name: string | null;
  readonly outcome: string;
  readonly endpoint: Endpoint | undefined;
};

/** A method, linked to the tester. */
function Method({ name, outcome, endpoint }: MethodProps) {
  if (name === null) return <em>{noMethodText(outcome)}</em>;
  if (!endpoint) return <code>{name}</code>;
  const { chain, network } = endpoint;
  return (
    <Link to="/endpoints" search={{ chain, network, method: name }} title="Open in the request tester">
      <code>{name}</code>
    </Link>
  );
}
