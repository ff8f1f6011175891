import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { replaceSection, table } from '../../lab/bench/report-format.ts';
import { differences } from '../../packages/cdk-local/test/dynamodb/differences.ts';

const page = 'docs/local-dynamodb.md';

test(`${page} has the current table of differences (npm run differences)`, () => {
  const rows = differences.map(({ what, aws, embedded, amazon, so }) => [what, aws, embedded, amazon, so]);
  const text = table(['', 'AWS', 'embedded', 'amazon', 'so'], rows);
  const current = replaceSection(readFileSync(page, 'utf8'), 'dynamodb-differences', text);
  if (process.env.UPDATE_TABLES) writeFileSync(page, current);
  expect(readFileSync(page, 'utf8')).toBe(current);
});

/** The optional packages that a platform may lack: npm removes those of other platforms from a lock file that it writes. */
const pinned = { '@dynoxide/linux-x64': 'packages/cdk-local', '@foundry-rs/anvil-linux-amd64': '' };

test.each(Object.entries(pinned))('the lock file has %s with its platform and hash', (name, workspace) => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const entry = packages[`node_modules/${name}`];
  expect(entry).toMatchObject({
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/),
  });
  // Exactly this version, on whatever machine npm ci runs.
  expect(packages[workspace].optionalDependencies).toMatchObject({ [name]: entry.version });
  expect(packages[workspace].dependencies ?? {}).not.toHaveProperty([name]);
});
