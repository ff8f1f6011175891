import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { commands } from '../../lab/commands.ts';
import { freeRequestBucket, requestBucket } from '../../src/accounts/account-request-limit.ts';
import { errorText, httpStatusOf } from '../../src/json-rpc/error-answer.ts';
import { maxBatchSize, maxMethodLength } from '../../src/json-rpc/rpc-request.ts';
import { refuseCalls } from '../../src/limits/limit-status.ts';
import { leastTokens, rowsPerToken } from '../../src/management-api/history-tokens.ts';
import { keysPerToken } from '../../src/management-api/price-list.ts';
import { maxPageRows } from '../../src/records/history.ts';
import {
  BatchTooLargeError,
  CallTooSlowError,
  type GatewayError,
  InternalError,
  InvalidRequestError,
  LimitError,
  LimitsUnavailableError,
  MethodNotServedError,
  MethodUnsupportedError,
  NodesAtLimitError,
  ParseError,
  ResponseTooLargeError,
  UnsupportedMediaTypeError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../src/runtime/gateway-errors.ts';
import { bytesPerToken, pointsPerToken, queriesPerToken } from '../../src/usage/read-meter.ts';
import { files, pages, tableRows } from './pages.ts';

const workspaces = ['.', 'dashboard', 'dashboard/client', 'packages/fake-stripe'];
const contentOf = (page: string): string => readFileSync(page, 'utf8').replace(/\s+/g, ' ');

const limitFacts = { limit: 1, remaining: 0, retryAfterSeconds: 1, resetsAt: '2026-11-20T00:00:00.000Z' };
const errors: readonly GatewayError[] = [
  new ParseError(''),
  new InvalidRequestError(''),
  new BatchTooLargeError(''),
  new UnsupportedMediaTypeError(''),
  new UpstreamUnavailableError(''),
  new UpstreamTimeoutError(''),
  new CallTooSlowError(''),
  new ResponseTooLargeError(),
  new MethodUnsupportedError(''),
  new NodesAtLimitError(),
  new MethodNotServedError(''),
  new LimitsUnavailableError(false),
  new InternalError(''),
  new LimitError('rate_limited', '', limitFacts),
  new LimitError('quota_exceeded', '', limitFacts),
];

describe('docs/api.md', () => {
  test('has the status and the code of every error of the gateway, and no other reason', () => {
    const rows = tableRows('docs/api.md').filter((cells) => cells.length === 4 && /^[a-z_]+$/.test(cells[3] ?? ''));
    const documented = rows.map(([, status, code, reason]) => [reason, Number(status), Number(code)]);
    const made = errors.map((error) => {
      const { code } = JSON.parse(errorText(error, 'id', 'null')).error;
      return [error.reason, httpStatusOf(error), code];
    });
    expect(documented.sort()).toEqual(made.sort());
  });

  test('has an example of a refusal as the gateway words it', () => {
    const counters = { used: 0, seconds: new Map([[51_906, 10]]), markers: [], older: new Set<string>() };
    const at = Date.parse('2026-11-20T14:25:06.500Z');
    const { refused } = refuseCalls('second', counters, { callsPerSecond: 10, callsPerDay: 10_000 }, at);
    const example = /```json\n(\{"jsonrpc".*?)```/s.exec(readFileSync('docs/api.md', 'utf8'))?.[1] ?? '';
    expect(JSON.parse(example)).toEqual(JSON.parse(errorText(refused, '01K9…', '1')));
  });

  test('has the limits of a request', () => {
    expect(contentOf('docs/api.md')).toContain(`array of 1 to ${maxBatchSize} calls`);
    expect(contentOf('docs/api.md')).toContain(`1 to ${maxMethodLength} characters`);
  });
});

test('docs/management-api.md has the bucket of requests', () => {
  const page = contentOf('docs/management-api.md');
  expect(page).toContain(`a bucket of ${requestBucket.tokens} tokens`);
  expect(page).toContain(`refilled with ${requestBucket.tokensPerSecond} tokens per second`);
  expect(page).toContain(`or with ${freeRequestBucket.tokensPerSecond} on a plan`);
  expect(page).toContain(`one for each ${rowsPerToken} requests that they have read, and at least ${leastTokens}`);
  expect(page).toContain(
    `${bytesPerToken / 1_024} KB of tallies, each ${queriesPerToken} keys and each ${pointsPerToken} points`,
  );
  expect(page).toContain(`one for each ${keysPerToken} keys`);
  expect(page).toContain(`up to ${maxPageRows.toLocaleString('en-US')} requests`);
});

test('docs/failures.md names only events that are logged', () => {
  const sources = files.filter((path) => /^(src|lambda)\/.*\.ts$/.test(path)).map((path) => readFileSync(path, 'utf8'));
  const events = [
    ...contentOf('docs/failures.md').matchAll(
      /`([a-z]+(?:_[a-z]+)*_(?:lost|failed|refreshed|read|diverted|unreadable|rejected|refused))`/g,
    ),
  ];
  expect(events.length).toBeGreaterThan(10);
  const unknown = events
    .map(([, event]) => event)
    .filter((event) => !sources.some((text) => text.includes(`'${event}'`)));
  expect(unknown).toEqual([]);
});

test('README.md compares by figures of the pages that it links to', () => {
  const rows = tableRows('README.md').filter((cells) => cells[0]?.includes('[how]'));
  expect(rows.length).toBeGreaterThan(2);
  for (const cells of rows) {
    const page = /\[how\]\(([^#)]+)/.exec(cells[0] ?? '')?.[1] ?? '';
    const figures =
      cells
        .join(' ')
        .replace(/\(docs[^)]*\)/g, '')
        .match(/\d[\d,]*\.?\d+/g) ?? [];
    for (const figure of figures) expect(contentOf(page)).toContain(figure);
  }
});

test.each(pages)('%s names only npm scripts that exist', (page) => {
  const scripts: readonly string[] = workspaces.flatMap((folder) =>
    Object.keys(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts ?? {}),
  );
  const named = [...readFileSync(page, 'utf8').matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)].map(
    ([, name]) => name,
  );
  expect(named.filter((name) => name !== undefined && !scripts.includes(name))).toEqual([]);
});

test.each(pages)('%s names only programs of the lab that exist', (page) => {
  const named = [...readFileSync(page, 'utf8').matchAll(/\bnpm run lab -- ([a-z][a-z-]*)/g)].map(
    ([, name = '']) => name,
  );
  expect(named.filter((name) => !Object.hasOwn(commands, name))).toEqual([]);
});

const folders = ['bin', 'dashboard', 'docs', 'lab', 'lambda', 'lib', 'packages', 'src', 'test'];

test.each(folders)('%s has a README of at most 15 lines', (folder) => {
  const lines = readFileSync(join(folder, 'README.md'), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(15);
});

test.each(['bin', 'lambda', 'lib', 'src'])('the map in docs/architecture.md has every folder of %s', (folder) => {
  const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory());
  const missing = names.filter((name) => !contentOf('docs/architecture.md').includes(`| \`${folder}/${name}/\` |`));
  expect(missing).toEqual([]);
});

test('the map in docs/architecture.md has every package', () => {
  const names = readdirSync('packages').filter((name) => existsSync(join('packages', name, 'package.json')));
  expect(names.filter((name) => !contentOf('docs/architecture.md').includes(`| \`packages/${name}/\` |`))).toEqual([]);
});
