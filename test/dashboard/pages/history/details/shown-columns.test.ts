import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { requestSchema } from '../../../../../src/management-api/schemas/request-schema.ts';

const folder = 'dashboard/pages/history/details';

test('the details of a request show every column of the history', () => {
  const pages = readdirSync(folder).filter((name) => name.endsWith('.tsx'));
  const text = pages.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('');
  const missing = Object.keys(requestSchema.entries).filter(
    (name) => !new RegExp(`\\brequest(\\.|: \\{[^}]*\\b)${name}\\b`).test(text),
  );
  expect(missing).toEqual([]);
});
