import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { replaceSection } from '../../lab/bench/report-format.ts';
import { readNextRelease, readReleases, type Upgrade, upgradeOf, withRelease } from './next-release.ts';
import { readLastRelease, readSnapshot } from './release-snapshot.ts';
import { makeTemplates } from './templates/make-templates.ts';
import type { TemplateJson } from './templates/template-changes.ts';
import { countChanges, upgradeTable } from './upgrade-table.ts';

const page = fileURLToPath(new URL('../../docs/operating.md', import.meta.url));

test('docs/operating.md has the current table of upgrades (npm run upgrade-table)', async () => {
  const [before, after] = [readSnapshot().templates.prod, (await makeTemplates(['prod'])).prod];
  if (!before || !after) throw new Error('There is no template of prod.');
  const next = upgradeOf('next', readNextRelease(), countChanges(before, after));
  const current = replaceSection(readFileSync(page, 'utf8'), 'upgrades', upgradeTable([...readReleases(), next]));
  if (process.env.UPDATE_TABLES) writeFileSync(page, current);
  expect(readFileSync(page, 'utf8')).toBe(current);
});

test('the last release is the newest row, and the next one can be rolled back to a release that exists', () => {
  const versions = readReleases().map(({ version }) => version);
  expect(versions.at(-1)).toBe(readLastRelease().version);
  expect(versions).toContain(readNextRelease().rollbackTo);
});

test('the snapshot names no folder of the machine that took it, and is passed on with the notices of what it contains', () => {
  expect(JSON.stringify(readSnapshot())).not.toMatch(/node_modules\/|file:\/\/|aws:asset:path/);
  const notices = readFileSync(new URL('last-release/third-party-notices.txt', import.meta.url), 'utf8');
  for (const name of ['@aws-sdk/client-dynamodb', 'hono', 'stripe', 'valibot'])
    expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

describe('releases that only this test has', () => {
  const table = (key: string) => ({ Type: 'AWS::DynamoDB::GlobalTable', Properties: { KeySchema: [key] } });
  const before: TemplateJson = {
    Resources: { Usage: table('pk'), Old: { Type: 'AWS::SNS::Topic' }, Alarm: { Type: 'AWS::CloudWatch::Alarm' } },
    Outputs: {},
  };
  const after: TemplateJson = {
    Resources: {
      Usage: table('id'),
      Alarm: { Type: 'AWS::CloudWatch::Alarm', Properties: { Threshold: 2 } },
      More: { Type: 'AWS::CloudWatch::Alarm' },
    },
    Outputs: {},
  };
  const notes = {
    storedFormats: ['Records: "region"'],
    rollbackTo: '1.0.0',
    manualSteps: ['Ask for a quota.'],
    intended: { Usage: 'Copy the rows.' },
    noLongerStored: { 'Records: "region"': 'It reads none.' },
  };

  test('a replacement counts as added and removed, and data is named', () => {
    expect(countChanges(before, after)).toEqual({
      added: 2,
      changed: 1,
      removed: 2,
      kept: ['Old removed', 'Usage replaced'],
    });
    expect(countChanges(after, after)).toEqual({ added: 0, changed: 0, removed: 0, kept: [] });
  });

  test('each is a row, newest first, with what operators do for an intended replacement', () => {
    const first: Upgrade = { version: '1.0.0', resources: null, storedFormats: [], rollbackTo: null, manualSteps: [] };
    const second = upgradeOf('1.1.0', notes, countChanges(before, after));
    const rows = upgradeTable([first, second]).split('\n').slice(2);
    expect(rows).toEqual([
      '| 1.1.0 | 2 / 1 / 2 | Old removed; Usage replaced | Records: "region" | 1.0.0 | Ask for a quota.; Usage: Copy the rows. |',
      '| 1.0.0 | first release | none | none | none | none |',
    ]);
  });

  test('after a release the notes are empty again; the same version is one row', () => {
    const second = upgradeOf('1.1.0', notes, countChanges(before, after));
    const { releases, next } = withRelease([second], second);
    expect(releases).toEqual([second]);
    expect(next).toEqual({ storedFormats: [], rollbackTo: '1.1.0', manualSteps: [], intended: {}, noLongerStored: {} });
  });
});
