import { Check } from 'lucide-react';
import type { Endpoint, NetworkStatus } from '../../api/api.ts';
import { useNetworks } from '../../api/networks.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { endpointName } from '../../format/chain-choices.ts';
import { networkStateView, nodesText } from '../../format/network-states.ts';
import type { EndpointChoice } from './endpoint-choice.ts';
import styles from './networks-card.module.css';

type NetworksCardProps = {
  readonly endpoints: readonly Endpoint[];
  readonly chosen: Endpoint;
  readonly onChoose: (choice: EndpointChoice) => void;
};

/** Every network: its URL to copy, its chain, and the state of its nodes. */
export function NetworksCard({ endpoints, chosen, onChoose }: NetworksCardProps) {
  const { data: networks } = useNetworks();
  return (
    <Card
      title="Networks"
      description="HTTP POST only. For subscriptions, poll instead, for example with getSignatureStatuses or eth_getLogs."
      actions={<LinkButton to="/status">Network status</LinkButton>}
    >
      <ul className={styles.networks}>
        {endpoints.map((endpoint) => (
          <li key={endpoint.url} className={styles.network}>
            <div className={styles.name}>
              <strong>{endpointName(endpoint)}</strong>
              <NetworkState status={networks?.find(({ network }) => network === endpoint.network)} />
            </div>
            <CodeBlock text={endpoint.url} label={`URL of ${endpoint.network}`} />
            <div className={styles.use}>
              {endpoint.url === chosen.url ? (
                <>
                  <Check size={16} aria-hidden="true" /> Used below
                </>
              ) : (
                <Button
                  size="small"
                  aria-label={`Use below: ${endpointName(endpoint)}`}
                  onPress={() => onChoose(endpoint)}
                >
                  Use below
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Whether the nodes of a network are up, since when, and how far they are. Keeps the room for the longest such text. */
function NetworkState({ status }: { readonly status: NetworkStatus | undefined }) {
  const { label, tone } = status ? networkStateView(status.state) : { label: 'Checking', tone: 'neutral' as const };
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      <span className={styles.facts}>
        <span aria-hidden="true" className={styles.room}>
          Last change 10 minutes ago. 2 of 2 nodes up. Newest height: 350,000,000 slots.
        </span>
        <span>{status && <StateFacts status={status} />}</span>
      </span>
    </>
  );
}

const StateFacts = ({ status }: { readonly status: NetworkStatus }) => (
  <>
    {status.since !== null && (
      <>
        Last change <RelativeTime at={status.since} />.{' '}
      </>
    )}
    {nodesText(status)}
  </>
);
