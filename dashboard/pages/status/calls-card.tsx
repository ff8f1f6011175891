import type { PublicNetwork } from '../../../src/status-page/status-file.ts';
import { Card } from '../../components/card.tsx';
import { Table } from '../../components/table.tsx';
import { formatMilliseconds, formatShare } from '../../format/numbers.ts';
import { formatDate } from '../../format/times.ts';
import styles from './status.module.css';

/** How the calls of all customers went. */
export function CallsCard({ networks }: { readonly networks: readonly PublicNetwork[] }) {
  const called = networks.flatMap(({ network, calls }) => (calls ? [{ network, ...calls }] : []));
  const [first] = called;
  return (
    <Card
      title="Calls of the last 30 days"
      description="What the gateway measured of all calls, from their arrival to the end of their answer. Each call of a batch counts with the time of its batch."
    >
      {first ? (
        <Table label="Latency and errors by network">
          <caption className={styles.caption}>
            {formatDate(Date.parse(first.from), 'UTC')} to {formatDate(Date.parse(first.to), 'UTC')}
          </caption>
          <thead>
            <tr>
              <th scope="col">Network</th>
              {['p50', 'p95', 'p99', 'Failed'].map((name) => (
                <th key={name} scope="col" data-align="end">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {called.map(({ network, latency, errorRate }) => (
              <tr key={network}>
                <th scope="row">{network}</th>
                {[latency?.p50, latency?.p95, latency?.p99].map((ms, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: three columns that never move
                  <td key={index} data-align="end">
                    {ms === undefined ? '–' : formatMilliseconds(ms)}
                  </td>
                ))}
                <td data-align="end">{errorRate === null ? '–' : formatShare(errorRate)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : (
        <p className={styles.text}>Figures appear here when the first UTC day with calls has ended.</p>
      )}
    </Card>
  );
}
