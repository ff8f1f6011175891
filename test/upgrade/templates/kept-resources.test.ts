import { beforeAll, describe, expect, test } from '@jest/globals';
import { readBase, templatesOfBase } from '../base.ts';
import { lostByUpgrade } from './kept-resources.ts';
import { makeTemplates, type ReleaseTemplates } from './make-templates.ts';
import { resourceChanges, type TemplateJson } from './template-changes.ts';

const { version, intended } = readBase();

let base: ReleaseTemplates;
let present: ReleaseTemplates;
beforeAll(async () => {
  base = await templatesOfBase();
  present = version === null ? base : await makeTemplates();
});

test('an upgrade of each installation keeps all data and addresses', () => {
  const lost = Object.entries(base).flatMap(([name, before]) => {
    const after = present[name];
    return after ? lostByUpgrade(before, after, intended) : [`There is no template of ${name}.`];
  });
  expect(lost).toEqual([]);
});

describe('a template that would lose something', () => {
  const usage = 'TablesUsageA60E9525';

  const prod = (): TemplateJson => present.prod ?? { Resources: {}, Outputs: {} };

  /** What the present template of prod loses with a change. */
  function lostWith(change: (template: TemplateJson) => void, names: Readonly<Record<string, string>> = {}): string[] {
    const template = structuredClone(prod());
    change(template);
    return lostByUpgrade(prod(), template, names);
  }
  const withProperty =
    (logicalId: string, name: string, value: unknown) =>
    ({ Resources }: TemplateJson): void =>
      void Object.assign(Resources[logicalId]?.Properties ?? {}, { [name]: value });

  test.each([
    ['TablesUsage', 'KeySchema', [{ AttributeName: 'pk', KeyType: 'HASH' }], 'all its rows'],
    ['DashboardFilesFF9B60FA', 'BucketName', 'another', 'all its objects'],
    ['DataPlaneApiHttpApi', 'ProtocolType', 'WEBSOCKET', 'its address'],
    ['DataPlaneApiAccessLogsC6726652', 'LogGroupName', 'another', 'all its events'],
  ])('%s with another %s is reported', (beginning, property, value, loss) => {
    const [logicalId = ''] = Object.keys(prod().Resources).filter((id) => id.startsWith(beginning));
    expect(lostWith(withProperty(logicalId, property, value))).toEqual([
      expect.stringMatching(
        new RegExp(`^${logicalId} \\(AWS::.* is (perhaps )?replaced, because ${property} changes\\. It loses ${loss}`),
      ),
    ]);
  });

  test('a table with another logical id, and a removed output, are reported', () => {
    const moved = ({ Resources, Outputs }: TemplateJson): void => {
      const table = Resources[usage];
      if (table) Resources.TablesTallies01234567 = table;
      delete Resources[usage];
      delete Outputs.UsageTable;
    };
    expect(lostWith(moved)).toEqual([
      expect.stringContaining('is removed. It loses all its rows.'),
      expect.stringContaining('The output UsageTable is removed.'),
    ]);
    expect(lostWith(moved, { [usage]: 'Copy the rows.', UsageTable: 'Nothing.' })).toEqual([]);
  });
});

test('code and files are no changes, other properties are', () => {
  const template = (hash: string, memory: number): TemplateJson => ({
    Resources: {
      Code: { Type: 'AWS::Lambda::Function', Properties: { Code: { S3Key: `${hash}.zip` }, MemorySize: memory } },
      [`CodeCurrentVersion0AC24A22${hash.slice(0, 32)}`]: { Type: 'AWS::Lambda::Version' },
    },
    Outputs: {},
  });
  const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];
  expect(resourceChanges(template(one, 128), template(other, 128))).toEqual([]);
  expect(resourceChanges(template(one, 128), template(other, 256))).toMatchObject([
    { logicalId: 'Code', effect: 'changed', properties: ['MemorySize'] },
  ]);
});
