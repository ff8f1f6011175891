import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { freeRequestBucket, requestBucket } from '../../src/accounts/account-request-limit.ts';
import type { TokenBucket } from '../../src/directory/token-bucket.ts';
import { apiRoutes } from '../../src/management-api/api-routes.ts';
import {
  type Price,
  type PricedOperation,
  perToken,
  priceList,
  tokensOf,
} from '../../src/management-api/price-list.ts';
import { managementDollars, type RequestUse } from './request-dollars.ts';

const daySeconds = 86_400;
const ids = apiRoutes.map(({ operation }) => operation.id);

/** The most that a day of an account can take from its bucket. */
const tokensOfDay = ({ tokens, tokensPerSecond }: TokenBucket): number => tokens + daySeconds * tokensPerSecond;

/** A request that uses all of its price; one with a range of tokens uses the further ones for what costs most. */
function useOf(id: PricedOperation, tokens: number): RequestUse {
  const { reads, writes = 0, sends = 0, stripe = 0, cognito = 0 }: Price = priceList[id];
  const further = tokens - tokensOf(id);
  return {
    requests: 1,
    readUnits: reads,
    writeUnits: writes,
    kilobytesSent: sends + further * perToken.sends,
    asked: stripe + cognito,
    changes: writes > 0 ? 1 : 0,
  };
}

const priceOf = (id: PricedOperation): Price => priceList[id];

const mostOf = (id: PricedOperation): number => priceOf(id).most ?? tokensOf(id);

/** A client who knows the price list: of each request, how many tokens it makes the gateway need. */
const client = fc.array(
  fc.constantFrom(...ids).chain((id) => fc.tuple(fc.constant(id), fc.integer({ min: tokensOf(id), max: mostOf(id) }))),
  { minLength: 1, maxLength: 8 },
);

/** Dollars of a day in which a client repeats its requests for as long as the bucket has tokens. */
function dollarsOfDay(requests: readonly (readonly [PricedOperation, number])[], bucket: TokenBucket): number {
  const dollars = requests.reduce((sum, [id, tokens]) => sum + managementDollars(useOf(id, tokens)), 0);
  const tokens = requests.reduce((sum, [, needed]) => sum + needed, 0);
  return (dollars * tokensOfDay(bucket)) / tokens;
}

/** Each operation alone, at the fewest and at the most tokens: no mixture costs more than its dearest part. */
const dearest = (bucket: TokenBucket): number =>
  Math.max(...ids.flatMap((id) => [tokensOf(id), mostOf(id)].map((tokens) => dollarsOfDay([[id, tokens]], bucket))));

describe('a day of requests to the management API', () => {
  test('costs the operator at most $3 for an account that pays nothing, whatever it asks for', () => {
    fc.assert(
      fc.property(client, (requests) => {
        expect(dollarsOfDay(requests, freeRequestBucket)).toBeLessThanOrEqual(3);
      }),
      { numRuns: 2_000 },
    );
    expect(dearest(freeRequestBucket)).toBeLessThanOrEqual(3);
  });

  test('of every account costs what docs/management-api.md says', () => {
    const page = readFileSync('docs/management-api.md', 'utf8').replaceAll(/\s+/g, ' ');
    const [free, paying] = [freeRequestBucket, requestBucket].map((bucket) => `$${dearest(bucket).toFixed(2)}`);
    const [said] =
      /costs the operator at most \S+ for an account that pays nothing and \S+ for one that pays/.exec(page) ?? [];
    const operating = readFileSync('docs/operating.md', 'utf8');
    expect([...operating.matchAll(/can add at most (\S+) a day/g)].map(([, most]) => most)).toEqual([free]);
    expect(said).toBe(
      `costs the operator at most ${free} for an account that pays nothing and ${paying} for one that pays`,
    );
  });

  test('costs an account that pays nothing no more if it is often refused before it reads', () => {
    // A refusal takes the first tokens of the price, and costs no more than an answer without what it would read.
    const refused = { requests: 1, readUnits: 0, writeUnits: 0, kilobytesSent: 1, asked: 0, changes: 0 };
    expect(managementDollars(refused) * tokensOfDay(freeRequestBucket)).toBeLessThanOrEqual(3);
  });
});
