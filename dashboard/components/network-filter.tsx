import { chainOfFilter, chainsOf, type EndpointName, endpointsOf } from '../format/chain-choices.ts';
import { capitalized } from '../format/words.ts';
import { type Choice, Select } from './select.tsx';

const all = 'all';

type NetworkFilterProps = {
  readonly endpoints: readonly EndpointName[];
  /** The network; undefined for all. */
  readonly value: string | undefined;
  readonly onChange: (network: string | undefined) => void;
};

/** A filter by network, after its chain. A choice of a chain is one of its first network: figures are of one or of all. */
export function NetworkFilter({ endpoints, value, onChange }: NetworkFilterProps) {
  const chains = chainsOf(endpoints);
  const chain = chainOfFilter(endpoints, value);
  const allChains: Choice<string>[] = chains.length === 1 ? [] : [{ value: all, label: 'All chains' }];
  const chooseChain = (chosen: string) =>
    onChange(chosen === all ? undefined : endpointsOf(endpoints, chosen)[0]?.network);
  return (
    <>
      <Select
        label="Chain"
        choices={[...allChains, ...chains.map((name) => ({ value: name, label: capitalized(name) }))]}
        value={chain ?? all}
        onChange={chooseChain}
      />
      <Select
        label="Network"
        choices={networkChoices(endpointsOf(endpoints, chain), value, chain === undefined)}
        value={value ?? all}
        onChange={(network) => onChange(network === all ? undefined : network)}
      />
    </>
  );
}

/** The chosen one is included even while the endpoints load, or if it is no longer offered. */
function networkChoices(
  endpoints: readonly EndpointName[],
  chosen: string | undefined,
  areOfAnyChain: boolean,
): Choice<string>[] {
  const known = endpoints.map(({ network, chain }) => ({
    value: network,
    label: network,
    ...(areOfAnyChain && { hint: capitalized(chain) }),
  }));
  const missing = chosen === undefined || known.some(({ value }) => value === chosen) ? [] : [chosen];
  return [
    { value: all, label: 'All networks' },
    ...known,
    ...missing.map((network) => ({ value: network, label: network })),
  ];
}
