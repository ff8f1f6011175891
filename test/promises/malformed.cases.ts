import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { call, post } from '../support/rpc.ts';
import type { TestRuntime } from '../support/test-runtime.ts';

const almostCall = fc.record(
  {
    jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
    id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
    method: fc.oneof(fc.string({ minLength: 65 }), fc.constant(''), fc.jsonValue()),
    params: fc.oneof(fc.string(), fc.constant(null), fc.jsonValue()),
  },
  { requiredKeys: [] },
);

/** Bodies no call can be made of, and some that only nearly are none. */
const malformed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json({ maxDepth: 4 }),
  almostCall.map((value) => JSON.stringify(value)),
  fc.array(fc.oneof(almostCall, fc.jsonValue()), { maxLength: 120 }).map((value) => JSON.stringify(value)),
  fc.tuple(fc.nat(60), fc.constant(call('getHealth'))).map(([at, text]) => text.slice(0, at)),
  fc.nat(20_000).map((depth) => '['.repeat(depth)),
);

export function malformedCases(running: () => TestRuntime): void {
  test('1,000 malformed bodies never give a 5xx or a hang', async () => {
    const { newKey, runtime } = running();
    const { secret } = await newKey({ planId: 'scale' });
    await fc.assert(
      fc.asyncProperty(malformed, async (body) => {
        const { status, body: text } = await post(runtime.endpoints.devnet ?? '', secret, body);
        expect(status).toBeLessThan(500);
        expect(() => JSON.parse(text)).not.toThrow();
      }),
      { numRuns: 1_000 },
    );
  }, 120_000);
}
