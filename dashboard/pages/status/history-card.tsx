import type { PublicNetwork } from '../../../src/status-page/status-file.ts';
import { Card } from '../../components/card.tsx';
import { Table } from '../../components/table.tsx';
import { AbsoluteTime } from '../../components/time.tsx';
import { formatCount } from '../../format/numbers.ts';
import { formatDate, formatDuration } from '../../format/times.ts';
import { DayStrip } from './day-strip.tsx';
import styles from './status.module.css';
import { interruptionsOf, minutesText, upShare } from './status-history.ts';

/** The last 90 days of a network: its days, its interruptions and its nodes. */
export const HistoryCard = ({ network }: { readonly network: PublicNetwork }) => (
  <Card title={`${network.network}, the last 90 days`} description={<Summary network={network} />}>
    {network.days.first !== null && (
      <>
        <DayStrip network={network} />
        <InterruptionTable network={network} />
        {network.nodes.length > 0 && <NodeTable network={network} />}
      </>
    )}
  </Card>
);

function Summary({ network: { watchedMinutes, downMinutes, days } }: { readonly network: PublicNetwork }) {
  if (days.first === null) return 'Nothing was watched yet.';
  const watched = formatDuration(60 * watchedMinutes);
  return `Up ${upShare({ watchedMinutes, downMinutes })} of ${watched} watched since ${formatDate(Date.parse(days.first), 'UTC')}. Down ${minutesText(downMinutes)}.`;
}

function InterruptionTable({ network }: { readonly network: PublicNetwork }) {
  const interruptions = interruptionsOf(network);
  if (interruptions.length === 0) return <p className={styles.text}>No interruptions.</p>;
  return (
    <Table label={`Interruptions of ${network.network}`}>
      <thead>
        <tr>
          <th scope="col">Interruption of</th>
          <th scope="col">From</th>
          <th scope="col">Until</th>
          <th scope="col" data-align="end">
            Minutes
          </th>
        </tr>
      </thead>
      <tbody>
        {interruptions.map(({ of, from, to, minutes }) => (
          <tr key={`${of} ${from}`}>
            <th scope="row">{of}</th>
            <td>
              <AbsoluteTime at={from} />
            </td>
            <td>{to === null ? 'It lasts' : <AbsoluteTime at={to} />}</td>
            <td data-align="end">{formatCount(minutes)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const NodeTable = ({ network: { network, nodes, heightUnit } }: { readonly network: PublicNetwork }) => (
  <Table label={`Nodes of ${network} in the last 90 days`}>
    <thead>
      <tr>
        <th scope="col">Node</th>
        <th scope="col" data-align="end">
          Up
        </th>
        <th scope="col" data-align="end">
          Down
        </th>
        <th scope="col" data-align="end">
          Behind
        </th>
        <th scope="col" data-align="end">
          Lag p50, {heightUnit}
        </th>
        <th scope="col" data-align="end">
          Lag p99
        </th>
      </tr>
    </thead>
    <tbody>
      {nodes.map((node) => (
        <tr key={node.name}>
          <th scope="row">{node.name}</th>
          <td data-align="end">{upShare(node)}</td>
          <td data-align="end">{minutesText(node.downMinutes)}</td>
          <td data-align="end">{minutesText(node.behindMinutes)}</td>
          <td data-align="end">{node.lagPercentiles ? formatCount(node.lagPercentiles.p50) : '–'}</td>
          <td data-align="end">{node.lagPercentiles ? formatCount(node.lagPercentiles.p99) : '–'}</td>
        </tr>
      ))}
    </tbody>
  </Table>
);
