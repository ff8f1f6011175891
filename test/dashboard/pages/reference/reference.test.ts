import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { referenceDocument } from '../../../../dashboard/build/reference-document.ts';
import { authorization, curlExample } from '../../../../dashboard/pages/reference/curl-example.ts';
import { operationsByTag, parseOpenApi } from '../../../../dashboard/pages/reference/open-api.ts';
import { limitWords, membersOf, typeWords } from '../../../../dashboard/pages/reference/schema-words.ts';
import { searchOperations } from '../../../../dashboard/pages/reference/search-operations.ts';

const text = readFileSync('docs/openapi.json', 'utf8');
const api = parseOpenApi(referenceDocument(text));
const groups = operationsByTag(api);
const operations = groups.flatMap((group) => group.operations);
const named = (id: string) => {
  const operation = operations.find(({ operationId }) => operationId === id);
  if (!operation) throw new Error(`There is no operation ${id}.`);
  return operation;
};

describe('the reference of the management API', () => {
  test('has every operation of the document, each once', () => {
    const all = [...text.matchAll(/"operationId": "(\w+)"/g)].map(([, id]) => id);
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(all.sort());
    expect(new Set(all).size).toBe(all.length);
  });

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s: every type, limit and member has words',
    (_id, { parameters, requestBody, responses }) => {
      const bodies = [requestBody, ...Object.values(responses)].flatMap((it) => Object.values(it?.content ?? {}));
      const schemas = bodies.flatMap(({ schema }) => (schema ? [schema] : []));
      const members = schemas.map((schema) => membersOf(schema, api.components.schemas));
      const words = [...parameters, ...members.flat()].flatMap(({ schema }) => [
        typeWords(schema),
        ...limitWords(schema),
      ]);
      expect(words.join('\n')).not.toMatch(/undefined|\[object|\bany\b/);
      for (const list of members) expect(new Set(list.map(({ path }) => path)).size).toBe(list.length);
    },
  );
});

describe('typeWords', () => {
  test.each([
    [{ type: 'string', format: 'date-time' }, 'string (date-time)'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer or null'],
    [{ enum: ['active', 'revoked'] }, '"active" or "revoked"'],
    [{ anyOf: [{ const: 'minute' }, { const: 'hour' }, { const: 'day' }] }, '"minute", "hour" or "day"'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Key' } }, 'Key[]'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" or "b")[]'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'map of integer'],
    [{ type: 'object' }, 'object'],
  ])('%j is %s', (schema, words) => {
    expect(typeWords(schema)).toBe(words);
  });
});

test('limits are in words', () => {
  expect(limitWords({ minimum: 1, maximum: 100, default: 50 })).toEqual(['1 to 100', 'default: 50']);
  expect(limitWords({ maxLength: 64 })).toEqual(['at most 64 characters']);
  expect(limitWords({ minimum: 0 })).toEqual(['at least 0']);
});

test('members of nested objects have their whole path; named schemas are not repeated', () => {
  const paths = membersOf({ $ref: '#/components/schemas/Usage' }, api.components.schemas).map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['points', 'points[].latency.p50', 'total', 'byMethod']));
  expect(paths.filter((path) => path.startsWith('total.'))).toEqual([]);
});

describe('curlExample', () => {
  const origin = 'https://dashboard.example';

  test('names the parameters of the path as variables, and shows the body', () => {
    expect(curlExample(named('rotateKey'), origin)).toBe(
      [
        'curl -X POST "https://dashboard.example/v1/keys/$KEY_ID/rotate"',
        "-H 'Content-Type: application/json'",
        '-H "Authorization: Bearer $TOKEN"',
        '--data-raw \'{"graceHours":24}\'',
      ].join(' \\\n  '),
    );
  });

  test('shows the proof that the operation needs, or none', () => {
    expect(curlExample(named('getCurrentKey'), origin)).toContain('-H "X-API-KEY: $RPC_API_KEY"');
    expect(curlExample(named('signUp'), origin)).not.toMatch(/Authorization|X-API-KEY/);
    expect(authorization(named('listKeys'))).toBe('token');
  });

  test('keeps a quotation mark in a body from ending the argument', () => {
    const content = { 'application/json': { example: { name: "it's" } } };
    expect(curlExample({ ...named('createKey'), requestBody: { content } }, origin)).toContain(
      `--data-raw '{"name":"it'\\''s"}'`,
    );
  });
});

describe('searchOperations', () => {
  const found = (search: string) =>
    searchOperations(groups, search).flatMap((group) => group.operations.map(({ operationId }) => operationId));

  test('finds by method and path, id, parameter and code of a problem, in any case', () => {
    expect(found('POST /v1/keys/{keyId}/revoke')).toEqual(['revokeKey']);
    expect(found('CREATEKEY')).toEqual(['createKey']);
    expect(found('grace_running')).toEqual(['rotateKey']);
    expect(found('cursor')).toContain('listKeys');
  });

  test('finds everything without words, and nothing for nonsense', () => {
    expect(found('  ')).toHaveLength(operations.length);
    expect(found('xyzzy')).toEqual([]);
  });
});
