import { describe, test } from '@jest/globals';
import { address } from '@solana/kit';
import fc from 'fast-check';
import { answerRequest } from '../json-rpc.ts';
import { methods } from '../methods/methods.ts';
import { SolanaNode } from '../node.ts';

const node = new SolanaNode('devnet', () => 0);
const refuseToReport = (method: string, error: unknown): never => {
  throw new Error(`${method} failed inside`, { cause: error });
};

const plausible = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri', '1'.repeat(64), 'processed', 0, 1, 2 ** 53, -1),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64')),
);
const config = fc.record(
  {
    commitment: fc.oneof(fc.constantFrom('processed', 'confirmed', 'finalized'), plausible),
    encoding: fc.oneof(fc.constantFrom('base58', 'base64', 'json', 'jsonParsed', 'base64+zstd', 'binary'), plausible),
    dataSlice: fc.oneof(fc.record({ offset: plausible, length: plausible }), plausible),
    minContextSlot: plausible,
    skipPreflight: fc.boolean(),
    limit: plausible,
    maxSupportedTransactionVersion: plausible,
    rewards: plausible,
    transactionDetails: fc.oneof(fc.constantFrom('full', 'signatures', 'none'), plausible),
  },
  { requiredKeys: [] },
);

const token = fc.constantFrom(
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'So11111111111111111111111111111111111111112',
);
const filter = fc.oneof(fc.record({ mint: token }), fc.record({ programId: token }), fc.record({ mint: plausible }));
const slot = fc.oneof(
  fc.nat(40).map((ago) => node.slots.at('processed') - ago),
  plausible,
);

describe('the node', () => {
  test('never fails inside, whatever the parameters of its methods are', () => {
    const call = fc.record({
      jsonrpc: fc.constant('2.0'),
      id: fc.nat(),
      method: fc.constantFrom(...methods.keys()),
      params: fc.oneof(
        fc.array(plausible, { maxLength: 3 }),
        fc.tuple(plausible, config),
        fc.tuple(plausible, plausible, config),
        fc.tuple(plausible, filter, config),
        fc.tuple(slot, fc.oneof(slot, config)),
      ),
    });
    fc.assert(
      fc.property(call, (one) => {
        answerRequest(node, JSON.stringify(one), refuseToReport);
      }),
      { numRuns: 2_000 },
    );
  });

  test('never fails inside, whatever is wrong with the bytes of a transaction', () => {
    const someone = address('83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri');
    const gift = node.faucet?.give(someone, 1_000_000_000n, node.blockhashes.of(node.slots.at('processed')));
    const spoil = fc.record({
      method: fc.constantFrom('sendTransaction', 'simulateTransaction'),
      skipPreflight: fc.boolean(),
      changes: fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      length: fc.oneof(fc.constant(undefined), fc.nat(300)),
    });
    fc.assert(
      fc.property(spoil, ({ method, skipPreflight, changes, length }) => {
        const bytes = Buffer.from(gift?.wire ?? []);
        for (const [at, value] of changes) bytes[at] = value;
        const params = [bytes.subarray(0, length).toString('base64'), { encoding: 'base64', skipPreflight }];
        answerRequest(node, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), refuseToReport);
      }),
      { numRuns: process.env.EFFORT === 'night' ? 20_000 : 500 },
    );
  });

  test('never fails inside, whatever the body is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        answerRequest(node, body, refuseToReport);
      }),
      { numRuns: 1_000 },
    );
  });
});
