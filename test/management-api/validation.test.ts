import { beforeAll, describe, expect, test } from '@jest/globals';
import type * as v from 'valibot';
import { apiRoutes } from '../../src/management-api/api-routes.ts';
import type { UnparsedRequest } from '../../src/management-api/invalid-request.ts';
import type { OperationContract } from '../../src/management-api/operation.ts';
import { requestParser } from '../../src/management-api/operation.ts';
import { type ProblemDetails, RefusedError } from '../../src/management-api/problems.ts';
import { publicRoutes } from '../../src/management-api/public-routes.ts';
import { newUser, startApi, type TestApi } from './api.ts';
import { expectProblem } from './problem.ts';

const operations: readonly OperationContract[] = [...apiRoutes, ...publicRoutes].map(({ operation }) => operation);

/** What is wrong with a request, as the API says it; empty if nothing is. */
function errorsOf(operation: OperationContract, changes: Partial<UnparsedRequest>): ProblemDetails['errors'] {
  const body = operation.request.body ? {} : undefined;
  try {
    requestParser(operation.request)({
      path: { keyId: 'key_1', requestId: 'x', tokenId: 'tok_1' },
      query: {},
      headers: {},
      body,
      ...changes,
    });
    return [];
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    expect(error.code).toBe('invalid_request');
    return error.errors;
  }
}

const fieldsOf = (schema: v.GenericSchema | undefined): string[] =>
  schema && 'entries' in schema ? Object.keys(Object(schema.entries)) : [];

const wrongValues: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e300,
  '',
  'x'.repeat(5_000),
  '\u0000',
  [],
  ['a', 'b'],
  {},
  { constructor: 1 },
];

/** Texts of the schema library, such as "Invalid type: Expected string but received undefined". */
const foreignText = /Invalid|Expected|expected|received|never|undefined|Object|\bNaN\b/;

describe.each(operations)('$id', (operation) => {
  const { body, query } = operation.request;

  test('says of every invalid field where it is and what it must be', () => {
    for (const value of wrongValues) {
      for (const name of fieldsOf(body)) expectOwnWords(errorsOf(operation, { body: { [name]: value } }));
      // The values of parameters are texts, or lists of texts if they are repeated.
      const text = Array.isArray(value) ? ['a', 'b'] : String(value);
      for (const name of fieldsOf(query)) expectOwnWords(errorsOf(operation, { query: { [name]: text } }));
      if (body) expectOwnWords(errorsOf(operation, { body: value }));
    }
  });

  test.each(['colour', 'constructor', '__proto__x', 'toString'])(
    'refuses the unknown field %s, and names those it knows',
    (name) => {
      const parts = [
        { part: 'query', fields: fieldsOf(query) },
        ...(body ? [{ part: 'body', fields: fieldsOf(body) }] : []),
      ];
      for (const { part, fields } of parts) {
        const errors = errorsOf(operation, { [part]: { [name]: 'red' } });
        const [error] = errors ?? [];
        expect(error).toMatchObject({ at: `${part}.${name}`, message: expect.stringMatching(/^is unknown/) });
        for (const field of fields) expect(error?.message).toContain(field);
        expectOwnWords(errors);
      }
    },
  );

  test('names every missing field', () => {
    if (!body) return;
    const errors = errorsOf(operation, { body: {} }) ?? [];
    const optional = fieldsOf(body).filter((name) => !errors.some(({ at }) => at === `body.${name}`));
    for (const error of errors) expect(error.message).toBe('is required');
    expect(errors.length + optional.length).toBe(fieldsOf(body).length);
  });
});

function expectOwnWords(errors: ProblemDetails['errors']): void {
  for (const { at, message } of errors ?? []) {
    expect(at).toMatch(/^(body|query|headers|path)(\.|$)/);
    expect(message).not.toMatch(foreignText);
    expect(message).toMatch(/^(must|is|needs|has) /);
  }
}

describe('the answer', () => {
  let api: TestApi;
  const user = newUser();
  beforeAll(async () => {
    api = await startApi();
  });

  test.each([
    ['POST', '/v1/keys', {}, 'body.name', 'is required'],
    ['POST', '/v1/keys', { name: 5 }, 'body.name', 'must be a string'],
    ['POST', '/v1/keys', { name: '' }, 'body.name', 'must have at least 1 character'],
    ['POST', '/v1/keys', { name: 'x'.repeat(65) }, 'body.name', 'must have at most 64 characters'],
    ['POST', '/v1/keys', { name: 'x', foo: 1 }, 'body.foo', 'is unknown; fields: name'],
    ['POST', '/v1/keys', [], 'body', 'must be an object'],
    ['POST', '/v1/keys/key_1/rotate', { graceHours: 1.5 }, 'body.graceHours', 'must be a whole number'],
    ['POST', '/v1/keys/key_1/rotate', { graceHours: 169 }, 'body.graceHours', 'must be at most 168'],
    ['GET', '/v1/keys?state=lost', undefined, 'query.state', 'must be one of: active, revoked'],
    ['GET', '/v1/keys?limit=many', undefined, 'query.limit', 'must be a whole number'],
    ['GET', '/v1/keys?limit=1&limit=2', undefined, 'query.limit', 'is repeated; send it once'],
    [
      'GET',
      '/v1/usage?from=yesterday',
      undefined,
      'query.from',
      'must be an ISO 8601 timestamp, such as 2026-11-20T12:00:00Z',
    ],
    ['GET', '/v1/account?colour=red', undefined, 'query.colour', 'is unknown; there are no parameters'],
  ])('to %s %s %j names %s: %s', async (method, target, json, at, message) => {
    const answer = await api.call(user, method, target, json === undefined ? {} : { json });
    expectProblem(answer, 'invalid_request', { detail: `${at} ${message}`, errors: [{ at, message }] });
  });

  test.each(['', 'platinum', 'FREE', 'x'.repeat(1_000), '__proto__'])(
    'to any plan %j that is not open is unknown_plan',
    async (planId) => {
      expectProblem(await api.call(user, 'PUT', '/v1/account/plan', { json: { planId } }), 'unknown_plan');
    },
  );

  test('is 406 for a media type that the operation does not have, before anything is changed', async () => {
    const headers = { 'content-type': 'application/json', accept: 'text/csv' };
    const refused = await api.call(user, 'POST', '/v1/keys', { json: { name: 'not made' }, headers });
    expectProblem(refused, 'not_acceptable');
    expect((await api.call(user, 'GET', '/v1/keys')).body.keys).toEqual([]);
  });
});
