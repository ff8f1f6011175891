import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readSnapshot } from '../release-snapshot.ts';
import { buildChanged, type SourceChange } from './changed-code.ts';
import { Canary, type CanaryFindings } from './run-canary.ts';

/** A tally's position in the stream under another name: each version counts from its own. */
const renamedAttribute: SourceChange[] = [
  { file: 'src/usage/count-additions.ts', from: "'#position': 'position'", to: "'#position': 'countedTo'" },
  { file: 'src/usage/count-additions.ts', from: 'item?.position', to: 'item?.countedTo' },
];

/** A column of the history without which no record can be read. */
const requiredField: SourceChange[] = [
  {
    file: 'src/records/record-schema.ts',
    from: '  requestId: v.string(),',
    to: 'requestId: v.string(), region: v.string(),',
  },
  { file: 'src/records/record.ts', from: '  ...record,', to: "...record, region: 'eu'," },
];

/** An outcome of a record that the last release does not know. */
const newOutcome: SourceChange[] = [
  { file: 'src/records/outcome.ts', from: "  'rate_limited',", to: "'rate_limited', 'not_json'," },
  { file: 'src/records/outcome.ts', from: "parse_error: 'invalid_request'", to: "parse_error: 'not_json'" },
];

/** A value of a secret's item that the last release does not know. */
const newValue: SourceChange[] = [
  {
    file: 'src/directory/secret-item.ts',
    from: "v.picklist(['active', 'inactive'])",
    to: "v.picklist(['active', 'enabled', 'inactive'])",
  },
  { file: 'src/directory/secret-item.ts', from: "'active' : 'inactive',", to: "'enabled' : 'inactive'," },
];

const folder = mkdtempSync(join(tmpdir(), 'sluice-changed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('code that cannot serve beside the last release', () => {
  let findings: CanaryFindings;
  beforeAll(async () => {
    const presentFolder = await buildChanged(
      [...renamedAttribute, ...requiredField, ...newOutcome, ...newValue],
      folder,
    );
    const { functions } = readSnapshot();
    findings = await new Canary({ seed: 2, functions, presentFolder, scale: 0.5 }).run();
  });

  const reported = (text: string) => findings.problems.filter((problem) => problem.includes(text)).join('\n');

  test('a renamed attribute of a stored row: reported with both names', () => {
    const minute = reported('Usage minute: the last release stores "position", the present code never does.');
    expect(minute).toContain('It stores "countedTo" instead.');
    expect(minute).toContain('docs/how-to-add.md');
  });

  test('a new required field: reported with its name, and the present tally diverts the last release’s records', () => {
    expect(reported('record_unreadable of the present code')).toContain('Expected "region" but received undefined');
    expect(reported('The failure bucket holds')).not.toBe('');
    expect(findings.newAttributes).toContain('Records: "region"');
  });

  test('a record that the last release cannot read: reported with the value, and its tally diverts the record', () => {
    expect(reported('record_unreadable of the last release')).toContain('but received "not_json"');
    expect(reported('The failure bucket holds')).not.toBe('');
  });

  test('a value of a secret that the last release does not know: reported with the value, and its requests fail', () => {
    const failed = reported('invocation_failed of the last release in DataPlaneAuthorizer');
    expect(failed).toContain('but received "enabled"');
    expect(reported('500 instead of')).not.toBe('');
  });
});

test('a text that is not in the sources is an error: the change would do nothing', async () => {
  const change = { file: 'src/records/record.ts', from: 'no such text', to: '' };
  await expect(buildChanged([change], join(folder, 'none'))).rejects.toThrow('does not contain the text');
});
