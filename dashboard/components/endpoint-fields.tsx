import { chainsOf, type EndpointName, endpointsOf } from '../format/chain-choices.ts';
import { capitalized } from '../format/words.ts';
import styles from './endpoint-fields.module.css';
import { Select } from './select.tsx';

type EndpointFieldsProps<E extends EndpointName> = {
  readonly endpoints: readonly E[];
  readonly value: E;
  readonly onChange: (endpoint: E) => void;
};

/** The choice of one network, after its chain. Another chain begins with its first network. */
export function EndpointFields<E extends EndpointName>({ endpoints, value, onChange }: EndpointFieldsProps<E>) {
  const ofChain = endpointsOf(endpoints, value.chain);
  const choose = (endpoint: E | undefined) => endpoint && onChange(endpoint);
  return (
    <div className={styles.fields}>
      <Select
        label="Chain"
        choices={chainsOf(endpoints).map((chain) => ({ value: chain, label: capitalized(chain) }))}
        value={value.chain}
        onChange={(chain) => choose(endpointsOf(endpoints, chain)[0])}
      />
      <Select
        label="Network"
        choices={ofChain.map(({ network }) => ({ value: network, label: network }))}
        value={value.network}
        onChange={(network) => choose(ofChain.find((endpoint) => endpoint.network === network))}
      />
    </div>
  );
}
