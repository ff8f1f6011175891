import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { allPages } from './all-pages.ts';

/** Leads to the page of the account. */
const redirect = '/.well-known/change-password';

test('the list of pages has every route of the dashboard, so that no test forgets one', () => {
  const router = readFileSync(new URL('../../../dashboard/router.tsx', import.meta.url), 'utf8');
  const routes = [...router.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path);
  expect(routes.length).toBeGreaterThan(10);
  expect([redirect, ...allPages.map(({ route }) => route)].toSorted()).toEqual(routes.toSorted());
});
