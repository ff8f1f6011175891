import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { keptPassword } from '../../../bin/start/demo-user.ts';

test('the demo user’s password stays the same in a data folder, which shows it to its owner only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-demo-'));
  const password = keptPassword(folder);
  expect(keptPassword(folder)).toBe(password);
  expect(statSync(join(folder, 'demo-password')).mode & 0o777).toBe(0o600);
  expect(keptPassword(mkdtempSync(join(tmpdir(), 'sluice-demo-')))).not.toBe(password);
});

test('without a data folder the password is new each time', () => {
  expect(keptPassword(undefined)).not.toBe(keptPassword(undefined));
});
