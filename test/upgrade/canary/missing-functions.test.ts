import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { IntendedChanges } from '../templates/kept-resources.ts';
import { RowTraffic } from './row-traffic.ts';
import { TwoVersions } from './two-versions.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-missing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is missing when the last release has the functions Proxy and Tally, and the present template has these. */
function missing(present: readonly string[], intended: IntendedChanges = {}): readonly string[] {
  const released = { handler: 'index.handler', timeoutSeconds: 3, variables: {}, files: {} };
  const functions = { Proxy: released, Tally: released };
  const both = new TwoVersions({ functions, random: () => 0, traffic: new RowTraffic(), intended });
  const template = join(folder, 'template.json');
  const resource = { Properties: { Environment: { Variables: {} } } };
  writeFileSync(template, JSON.stringify({ Resources: Object.fromEntries(present.map((id) => [id, resource])) }));
  both.prepare(template);
  return both.missing;
}

test('a function that the present template lacks, or has under another logical id, is a problem', () => {
  expect(missing(['Proxy', 'TallyMoved'])).toEqual([
    expect.stringMatching(
      /no function Tally, so .* not served\. .*overrideLogicalId.*"intended" in test\/upgrade\/next/,
    ),
  ]);
});

test('none is missing if all are there, or operators are told of it', () => {
  expect(missing(['Proxy', 'Tally', 'New'])).toEqual([]);
  expect(missing(['Proxy'], { Tally: 'Nothing: the proxy tallies.' })).toEqual([]);
});
