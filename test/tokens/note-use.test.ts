import { expect, test } from '@jest/globals';
import { createLog } from '../../src/log.ts';
import { ConditionFailedError } from '../../src/table/item-table.ts';
import { noteUse } from '../../src/tokens/note-use.ts';

const token = {
  tokenId: 'tok_1',
  accountId: 'acme',
  name: 'CI',
  permissions: ['read'],
  hash: '9f86d081884c7d65',
  firstCharacters: 'slt_4fGh',
  state: 'active' as const,
  createdAt: 0,
};

/** The lines that are logged if the update fails with an error. */
async function linesAfter(error: Error): Promise<string[]> {
  const lines: string[] = [];
  const log = createLog('debug', (line) => lines.push(line));
  await noteUse({ directory: { update: () => Promise.reject(error) }, clock: () => 1_000_000, log }, token);
  return lines;
}

test('a use that cannot be noted fails no request, and is logged', async () => {
  const [line = '', ...others] = await linesAfter(new Error('throttled'));
  expect(JSON.parse(line)).toMatchObject({ event: 'token_use_not_noted', accountId: 'acme', tokenId: 'tok_1' });
  expect(line).not.toContain(token.hash);
  expect(others).toEqual([]);
});

test('a token whose account is deleted meanwhile is not created again', async () => {
  expect(await linesAfter(new ConditionFailedError(undefined))).toEqual([]);
});
