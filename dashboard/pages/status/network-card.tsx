import type { NetworkStatus } from '../../api/api.ts';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { Table } from '../../components/table.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { lagText, networkStateView, nodeStateView, summarizeNetworks } from '../../format/network-states.ts';
import { formatCount } from '../../format/numbers.ts';
import { asWords } from '../../format/words.ts';
import styles from './status.module.css';

type Node = Omit<NetworkStatus['nodes'][number], 'state'> & { readonly state: string };

/** A network as the API or the status file has it. */
export type ShownNetwork = Omit<NetworkStatus, 'state' | 'nodes'> & {
  readonly state: string;
  readonly nodes: readonly Node[];
};

/** All networks, first in a sentence. */
export const NetworkStates = ({ networks }: { readonly networks: readonly ShownNetwork[] }) => (
  <>
    <p className={styles.overall} role="status">
      <Badge tone={summarizeNetworks(networks).tone}>{summarizeNetworks(networks).label}</Badge>
    </p>
    {networks.map((network) => (
      <NetworkCard key={network.network} network={network} />
    ))}
  </>
);

/** One network: its state, since when, and its nodes. */
function NetworkCard({
  network: { network, chain, state, since, checkedAt, heightUnit, methods, otherMethods, nodes },
}: {
  readonly network: ShownNetwork;
}) {
  const { tone, label, meaning } = networkStateView(state);
  return (
    <Card title={network} description={asWords(chain)} actions={<Badge tone={tone}>{label}</Badge>}>
      <p className={styles.text}>
        {meaning}{' '}
        {since !== null && (
          <>
            Last change <RelativeTime at={since} />.{' '}
          </>
        )}
        {checkedAt === null ? (
          'Not checked yet.'
        ) : (
          <>
            Checked <RelativeTime at={checkedAt} />.
          </>
        )}
      </p>
      {nodes.length > 0 && (
        <Table label={`Nodes of ${network}`}>
          <thead>
            <tr>
              <th scope="col">Node</th>
              <th scope="col">State</th>
              <th scope="col">Last change</th>
              <th scope="col" data-align="end">
                Height, {heightUnit}
              </th>
              <th scope="col" data-align="end">
                Lag
              </th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <tr key={node.name}>
                <th scope="row">{node.name}</th>
                <td>
                  <Badge tone={nodeStateView(node.state).tone}>{nodeStateView(node.state).label}</Badge>
                </td>
                <td>
                  <RelativeTime at={node.since} />
                </td>
                <td data-align="end">{node.height === null ? '–' : formatCount(node.height)}</td>
                <td data-align="end">{lagText(node, heightUnit)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <details>
        <summary>Methods</summary>
        {methods.map(({ group, names }) => (
          <p key={group} className={styles.text}>
            <strong>{asWords(group ?? 'other')}:</strong> {names.join(', ')}
          </p>
        ))}
        <p className={styles.text}>
          {otherMethods
            ? 'A method that is not listed is passed on to a node, once.'
            : 'A method that is not listed is answered with -32601.'}
        </p>
      </details>
    </Card>
  );
}
