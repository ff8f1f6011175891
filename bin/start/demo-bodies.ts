import type { ChainId } from '../../src/chains/chains.ts';

// The system program, which every network of Solana has.
const program = '11111111111111111111111111111111';
// The first account of anvil. On other networks it is an account like any other.
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** Bodies as customers of each chain send them, frequent ones more often; one in sixteen is a mistake. */
export const demoBodies: Readonly<Record<ChainId, readonly unknown[]>> = {
  solana: [
    ...times(5, call('getLatestBlockhash')),
    ...times(4, call('getBalance', [program])),
    ...times(3, call('getAccountInfo', [program, { encoding: 'base64' }])),
    call('getSlot'),
    call('getHealth'),
    [call('getSlot'), call('getBlockHeight'), call('getBalance', [program])],
    call('getBalance', ['not an address']),
  ],
  ethereum: [
    ...times(5, call('eth_call', [{ to: account }, 'latest'])),
    ...times(4, call('eth_getBalance', [account, 'latest'])),
    ...times(3, call('eth_getBlockByNumber', ['latest', false])),
    call('eth_blockNumber'),
    call('eth_syncing'),
    [call('eth_blockNumber'), call('eth_gasPrice'), call('eth_getBalance', [account, 'latest'])],
    call('eth_getBalance', ['not an address', 'latest']),
  ],
};

function call(method: string, params?: readonly unknown[]) {
  return { jsonrpc: '2.0', id: 1, method, ...(params && { params }) };
}

function times(count: number, body: unknown): unknown[] {
  return Array.from({ length: count }, () => body);
}
