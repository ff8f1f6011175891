import type { Endpoint } from '../../api/api.ts';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Segments } from '../../components/segments.tsx';
import { Select } from '../../components/select.tsx';
import styles from './endpoint-addresses.module.css';
import { chainsOf, labelOf } from './endpoint-choice.ts';

type EndpointAddressesProps = {
  readonly endpoints: readonly Endpoint[];
  readonly chosen: Endpoint;
  readonly onChoose: (endpoint: { readonly chain: string; readonly network?: string }) => void;
};

const choices = (names: readonly string[]) => names.map((name) => ({ value: name, label: labelOf(name) }));

/** The URLs of a chain's networks, and the choice of the one to use in the request tester. */
export function EndpointAddresses({ endpoints, chosen, onChoose }: EndpointAddressesProps) {
  const networks = endpoints.filter(({ chain }) => chain === chosen.chain);
  return (
    <Card
      title="Endpoint URLs"
      description="Send HTTP POST requests. WebSocket subscriptions are not available; poll instead, for example with getSignatureStatuses."
    >
      <div className={styles.choice}>
        <div className={styles.chain}>
          <Select
            label="Chain"
            choices={choices(chainsOf(endpoints))}
            value={chosen.chain}
            onChange={(chain) => onChoose({ chain })}
          />
        </div>
        <Segments
          label="Network"
          choices={choices(networks.map(({ network }) => network))}
          value={chosen.network}
          onChange={(network) => onChoose({ chain: chosen.chain, network })}
        />
      </div>
      <ul className={styles.addresses}>
        {networks.map(({ network, url }) => (
          <li key={network} className={styles.address}>
            <span className={styles.network}>
              {labelOf(network)} {network === chosen.network && <Badge tone="accent">Used below</Badge>}
            </span>
            <CodeBlock text={url} label={`URL of ${network}`} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
