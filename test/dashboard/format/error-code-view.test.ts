import { expect, test } from '@jest/globals';
import { errorCodesOf } from '../../../dashboard/chains/error-codes.ts';
import { errorCodeView } from '../../../dashboard/format/error-code-view.ts';
import { standardErrorCodes } from '../../../src/chains/chain.ts';
import { chains } from '../../../src/chains/chains.ts';

test.each(Object.entries(chains))('every error code of %s that the gateway counts has words', (id, { errorCodes }) => {
  const known = errorCodesOf(id);
  expect([...errorCodes].filter((code) => !Object.hasOwn(known, code))).toEqual([]);
  expect(new Set(Object.values(known).map(({ name }) => name)).size).toBe(Object.keys(known).length);
});

test.each(['solana', 'ethereum'])('the words for the codes of %s are short names and whole sentences', (chain) => {
  for (const { name, meaning, advice } of Object.values(errorCodesOf(chain))) {
    expect(name.length).toBeLessThanOrEqual(26);
    expect([meaning, advice].filter((text) => !/^[A-Z].*[.]$|^get\w+ .*[.]$/.test(text))).toEqual([]);
  }
});

test('a code is shown with its name; one code may differ between chains', () => {
  expect(errorCodeView('solana', -32005)).toMatchObject({ label: '-32005 Node behind' });
  expect(errorCodeView('ethereum', '-32005')).toMatchObject({ label: '-32005 Limit exceeded' });
  expect(errorCodeView('ethereum', 3).label).toBe('3 Execution reverted');
});

test('the codes of JSON-RPC have words on chains that this build does not know, and while the chain loads', () => {
  for (const chain of [undefined, 'another', 'constructor'])
    expect(standardErrorCodes.map((code) => errorCodeView(chain, code).meaning)).toHaveLength(5);
  expect(errorCodeView(undefined, -32602).label).toBe('-32602 Invalid parameters');
  expect(errorCodeView('another', -32005).label).toBe('-32005');
});

test('a code is not called the node’s own while the chain is not known, which may define it', () => {
  for (const chain of [undefined, 'another']) expect(errorCodeView(chain, -32005).meaning).toBe('');
  expect(errorCodeView('solana', -1).meaning).toContain('node’s own');
});

test('a code of the node’s own, and the codes counted together, lead to the tester', () => {
  expect(errorCodeView('solana', -1)).toMatchObject({ label: '-1', advice: expect.stringContaining('tester') });
  expect(errorCodeView('solana', 'other')).toMatchObject({
    label: 'Other codes',
    meaning: expect.stringContaining('node’s own'),
  });
});
