import type { NetworkStatus } from '../../api/api.ts';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { Table } from '../../components/table.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { formatCount } from '../../format/numbers.ts';
import { asWords } from '../../format/words.ts';
import styles from './status.module.css';
import { lagText, networkState, nodeState } from './status-words.ts';

/** One network: its state, since when, and its nodes. */
export function NetworkCard({ network: { network, chain, state, since, checkedAt, heightUnit, nodes } }: {
  readonly network: NetworkStatus;
}) {
  const { tone, label, text } = networkState(state);
  return (
    <Card title={network} description={asWords(chain)} actions={<Badge tone={tone}>{label}</Badge>}>
      <p className={styles.text}>
        {text} {since !== null && <>In this state since <RelativeTime at={since} />. </>}
        {checkedAt === null ? 'Not checked yet.' : <>Checked <RelativeTime at={checkedAt} />.</>}
      </p>
      {nodes.length > 0 && (
        <Table label={`Nodes of ${network}`}>
          <thead>
            <tr>
              <th scope="col">Node</th>
              <th scope="col">State</th>
              <th scope="col">Since</th>
              <th scope="col" className={styles.number}>Height, {heightUnit}</th>
              <th scope="col" className={styles.number}>Lag</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <tr key={node.name}>
                <th scope="row">{node.name}</th>
                <td>
                  <Badge tone={nodeState(node.state).tone}>{nodeState(node.state).label}</Badge>
                </td>
                <td>
                  <RelativeTime at={node.since} />
                </td>
                <td className={styles.number}>{node.height === null ? '–' : formatCount(node.height)}</td>
                <td className={styles.number}>{lagText(node, heightUnit)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
