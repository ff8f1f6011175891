import { type Chain, standardErrorCodes } from './chain.ts';
import { ethereumErrorRules } from './ethereum-error-rules.ts';
import { ethereumMethods } from './ethereum-methods.ts';

// Thirteen hexadecimal digits are the most that a number holds exactly.
const isQuantity = (result: unknown): result is string =>
  typeof result === 'string' && /^0x[0-9a-f]{1,13}$/i.test(result);

export const ethereum: Chain = {
  name: 'Ethereum',
  methods: ethereumMethods,
  // EIP-1474, and 3: geth's code of a reverted call.
  errorCodes: new Set([...standardErrorCodes, 3, -32000, -32001, -32002, -32003, -32004, -32005, -32006]),
  // A node that synchronizes answers with its progress. One without peers also answers false: its height shows that.
  health: { method: 'eth_syncing', params: [], read: (result) => result === false },
  height: {
    method: 'eth_blockNumber',
    params: [],
    read: (result) => (isQuantity(result) ? Number(result) : undefined),
  },
  heightUnit: 'blocks',
  // A minute of mainnet's blocks. A network with faster blocks sets `maxLag` in the settings.
  maxLag: 5,
  errorRules: ethereumErrorRules,
};
