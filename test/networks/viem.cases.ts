import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import {
  type Account,
  BaseError,
  concatHex,
  createPublicClient,
  createWalletClient,
  ExecutionRevertedError,
  encodeErrorResult,
  http,
  parseAbi,
  parseEther,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { anvil } from 'viem/chains';
import type { Customer } from '../support/customer.ts';

/** A gateway with a network of Ethereum, and a customer with a key. */
export type EthereumCustomer = Pick<Customer, 'client'> & {
  readonly url: string;
  readonly keyId: string;
  readonly secret: string;
};

// The accounts that anvil funds with ether.
const mnemonic = 'test test test test test test test test test test test junk';
const payer: Account = mnemonicToAccount(mnemonic);
const payee = mnemonicToAccount(mnemonic, { addressIndex: 20 }).address;

/** An unmodified client that only knows the address and the header. */
const transport = ({ url, secret }: EthereumCustomer, batch = false) =>
  http(url, { batch, fetchOptions: { headers: { 'X-API-KEY': secret } } });

const connect = (customer: EthereumCustomer, batch = false) =>
  createPublicClient({ chain: anvil, transport: transport(customer, batch), pollingInterval: 250 });

/** Contract creation code that reverts with this message. */
function revertingWith(words: string) {
  const error = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: [words] });
  // Copies the 100 bytes that follow these 11 into memory, and reverts with them.
  return concatHex(['0x606480600b6000396000fd', error]);
}

export function viemCases(customer: () => EthereumCustomer): void {
  test('viem transfers ether through the gateway and waits for the receipt', async () => {
    const client = connect(customer());
    expect(await client.getChainId()).toBe(anvil.id);
    expect(await client.estimateGas({ account: payer, to: payee, value: 1n })).toBe(21_000n);
    const wallet = createWalletClient({ account: payer, chain: anvil, transport: transport(customer()) });
    const hash = await wallet.sendTransaction({ to: payee, value: parseEther('1.5') });
    const receipt = await client.waitForTransactionReceipt({ hash });
    expect(receipt).toMatchObject({ status: 'success', to: payee.toLowerCase(), gasUsed: 21_000n });
    expect(await client.getBalance({ address: payee })).toBe(parseEther('1.5'));
  });

  test('viem’s batches are one request, and each call gets its own answer', async () => {
    const client = connect(customer(), true);
    const [balance, nonce, block] = await Promise.all([
      client.getBalance({ address: payee }),
      client.getTransactionCount({ address: payer.address }),
      client.getBlockNumber({ cacheTime: 0 }),
    ]);
    expect([balance, nonce, block]).toEqual([parseEther('1.5'), 1, 1n]);
    const params = { path: { keyId: customer().keyId }, query: { limit: 1 } };
    const { data } = await customer().client.GET('/v1/keys/{keyId}/requests', { params });
    const methods = data?.requests[0]?.calls.map(({ method }) => method).toSorted();
    expect(methods).toEqual(['eth_blockNumber', 'eth_getBalance', 'eth_getTransactionCount']);
  });

  test('a revert reaches viem with its reason', async () => {
    const failure = await connect(customer())
      .call({ data: revertingWith('header not found') })
      .catch((error: unknown) => error);
    if (!(failure instanceof BaseError)) throw new Error('it is not an error of viem', { cause: failure });
    const cause = failure.walk((error) => error instanceof ExecutionRevertedError);
    expect(cause).toMatchObject({ shortMessage: expect.stringContaining('header not found') });
  });

  test('a transaction with a used nonce is rejected with the node’s message', async () => {
    const wallet = createWalletClient({ account: payer, chain: anvil, transport: transport(customer()) });
    const sending = wallet.sendTransaction({ to: payee, value: 1n, nonce: 0, gas: 21_000n });
    await expect(sending).rejects.toThrow(/nonce/i);
  });

  test('the customer’s usage names Ethereum’s methods', async () => {
    const { client, keyId } = customer();
    const params = { path: { keyId }, query: { span: 'minute' } } as const;
    for (;;) {
      const { data } = await client.GET('/v1/keys/{keyId}/usage', { params });
      if (data && (data.byMethod.eth_sendRawTransaction?.calls ?? 0) >= 2) {
        expect(data.byMethod.eth_sendRawTransaction?.errors).toBe(1);
        expect(data.byMethod.eth_call?.outcomes).toMatchObject({ rpc_error: 1 });
        expect(Object.keys(data.byMethod).filter((name) => !name.startsWith('eth_'))).toEqual([]);
        return;
      }
      await pause(250);
    }
  });
}
