import { seededRandom } from '../statistics.ts';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

const opening = '{"jsonrpc":"2.0","result":[';
const closing = '],"id":1}';

/**
 * A node's answer to getProgramAccounts in the encoding `jsonParsed` (Solana's RPC documentation): token accounts with
 * addresses and amounts that differ, which is what gzip cannot shorten. The last one is filled up, so that the answer
 * has exactly that many bytes, 150 at least; the same ones in every run.
 */
export function tokenAccounts(bytes: number): string {
  const random = seededRandom(bytes);
  const accounts: string[] = [];
  const padding = '{"pubkey":""}';
  let left = bytes - opening.length - closing.length - padding.length;
  for (let next = account(random); next.length + 1 <= left; next = account(random)) {
    accounts.push(next);
    left -= next.length + 1;
  }
  accounts.push(`{"pubkey":"${address(random, left)}"}`);
  return opening + accounts.join() + closing;
}

/**
 * A node's answer to getMultipleAccounts in the encoding `base64`: accounts of 10 KB. The last one is filled up, so that
 * the answer has exactly that many bytes, 500 at least.
 */
export function accountData(bytes: number): string {
  const random = seededRandom(bytes);
  const accounts: string[] = [];
  let left = bytes - opening.length - closing.length - encodedAccount('').length;
  for (let next = encodedAccount(base64(random, 13_336)); next.length + 1 <= left; ) {
    accounts.push(next);
    left -= next.length + 1;
    next = encodedAccount(base64(random, 13_336));
  }
  accounts.push(encodedAccount(base64(random, left)));
  return opening + accounts.join() + closing;
}

const base64 = (random: () => number, length: number): string =>
  Buffer.from(Array.from({ length: Math.ceil(length / 4) * 3 }, () => random() * 256))
    .toString('base64')
    .slice(0, length);

const encodedAccount = (data: string): string =>
  JSON.stringify({
    data: [data, 'base64'],
    executable: false,
    lamports: 2_039_280,
    owner: tokenProgram,
    space: 10_000,
  });

function address(random: () => number, length = 44): string {
  let text = '';
  while (text.length < length) text += base58[Math.floor(random() * base58.length)];
  return text;
}

function account(random: () => number): string {
  const amount = Math.floor(random() * 1e12);
  const info = {
    isNative: false,
    mint: address(random),
    owner: address(random),
    state: 'initialized',
    tokenAmount: { amount: String(amount), decimals: 6, uiAmount: amount / 1e6, uiAmountString: String(amount / 1e6) },
  };
  return JSON.stringify({
    pubkey: address(random),
    account: {
      data: { parsed: { info, type: 'account' }, program: 'spl-token', space: 165 },
      executable: false,
      lamports: 2_039_280,
      owner: tokenProgram,
      rentEpoch: 18_446_744_073_709_552_000,
      space: 165,
    },
  });
}
