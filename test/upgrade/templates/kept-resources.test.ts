import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { readNextRelease } from '../next-release.ts';
import { readSnapshot } from '../release-snapshot.ts';
import { lostByUpgrade } from './kept-resources.ts';
import { isKept } from './kept-types.ts';
import { makeTemplates, type ReleaseTemplates } from './make-templates.ts';
import { resourceChanges, type TemplateJson, templateSchema } from './template-changes.ts';
import { unusedIntentions } from './unnamed-losses.ts';

const last = readSnapshot().templates;

let present: ReleaseTemplates;
beforeAll(async () => {
  present = await makeTemplates();
});

test.each(Object.keys(last))('an upgrade of %s keeps all data and addresses', (installation) => {
  const [before, after] = [last[installation], present[installation]];
  if (!before || !after) throw new Error(`One of the two versions has no template for ${installation}.`);
  expect(lostByUpgrade(before, after, readNextRelease().intended)).toEqual([]);
});

/** The keys of the routes of calls, by logical id. */
const callRoutes = (template?: TemplateJson): Record<string, string> =>
  Object.fromEntries(
    Object.entries(template?.Resources ?? {}).flatMap(([id, { Type, Properties }]) =>
      Type === 'AWS::ApiGatewayV2::Route' && id.includes('DataPlaneApi')
        ? [[id, v.parse(v.object({ RouteKey: v.string() }), Properties).RouteKey]]
        : [],
    ),
  );

// CloudFormation first creates and changes what the new template has, and in the end deletes what it lacks.
test.each(Object.keys(last))('an upgrade of %s has a route for each path of calls all the time', (installation) => {
  const [before, after] = [callRoutes(last[installation]), callRoutes(present[installation])];
  expect(Object.keys(before).length).toBeGreaterThan(0);
  const keys = Object.values(after);
  for (const [id, key] of Object.entries(before)) {
    expect(after[id] ?? key).toBe(key);
    expect(keys).toContain(key === 'POST /' || keys.includes(key) ? key : 'POST /{path+}');
    // An API has one route of a key: a second one is refused while the first is there.
    expect(Object.keys(after).filter((other) => other !== id && after[other] === key)).toEqual([]);
  }
});

test('what is intended (next.json) is what an upgrade of some installation would lose', () => {
  expect(unusedIntentions(last, present, readNextRelease().intended)).toEqual([]);
});

describe('a template that would lose something', () => {
  const usage = 'TablesUsageA60E9525';

  /** The present template of prod, changed. */
  function changed(change: (template: TemplateJson) => void): TemplateJson {
    const template = structuredClone(prod());
    change(template);
    return template;
  }
  const prod = (): TemplateJson => {
    if (!present.prod) throw new Error('There is no template of prod.');
    return present.prod;
  };
  const withProperty = (logicalId: string, name: string, value: unknown) =>
    changed(({ Resources }) => {
      Object.assign(Resources[logicalId]?.Properties ?? {}, { [name]: value });
    });

  test('a replaced table is reported with its name, the property and what to do', () => {
    const replaced = withProperty(usage, 'KeySchema', [{ AttributeName: 'pk', KeyType: 'HASH' }]);
    expect(lostByUpgrade(prod(), replaced)).toEqual([
      expect.stringMatching(
        /^TablesUsageA60E9525 \(AWS::DynamoDB::GlobalTable, .*Usage.*\) is replaced, because KeySchema changes\. It loses all its rows\. Keep/,
      ),
    ]);
  });

  test('a table with another logical id is reported with the new one', () => {
    const moved = changed(({ Resources }) => {
      const table = Resources[usage];
      if (table) Resources.TablesTallies01234567 = table;
      delete Resources[usage];
    });
    expect(lostByUpgrade(prod(), moved)).toEqual([
      expect.stringContaining('is removed, and TablesTallies01234567 of the same type is added'),
    ]);
  });

  test.each([
    ['a bucket with another name', 'DashboardFilesFF9B60FA', 'BucketName', 'another', 'all its objects'],
    ['an API with another protocol', 'DataPlaneApi', 'ProtocolType', 'WEBSOCKET', 'its address'],
    ['a log group with another name', 'DataPlaneApiAccessLogsC6726652', 'LogGroupName', 'another', 'all its events'],
  ])('%s', (_, beginning, property, value, loss) => {
    const [logicalId = ''] = Object.keys(prod().Resources).filter((id) => id.startsWith(beginning));
    const [problem, ...others] = lostByUpgrade(prod(), withProperty(logicalId, property, value));
    expect(others).toEqual([]);
    expect(problem).toContain(logicalId);
    expect(problem).toContain(loss);
  });

  test('a DNS record that is removed is reported: customers find no address', () => {
    const complete = present['prod with every option'];
    if (!complete) throw new Error('There is no template with every option.');
    const [id = ''] =
      Object.entries(complete.Resources).find(([, { Type }]) => Type === 'AWS::Route53::RecordSet') ?? [];
    const without = structuredClone(complete);
    delete without.Resources[id];
    expect(lostByUpgrade(complete, without)).toEqual([
      expect.stringContaining('is removed. It loses the name by which customers find an address'),
    ]);
  });

  test('a removed output, which scripts read', () => {
    const without = changed(({ Outputs }) => void delete Outputs.UsageTable);
    expect(lostByUpgrade(prod(), without)).toEqual([expect.stringContaining('The output UsageTable is removed.')]);
  });

  describe('an instance in a stack of somebody else', () => {
    const embedded = (from = 'Rpc', to = from): TemplateJson => {
      const text = JSON.stringify(present['embedded in another stack']);
      return v.parse(v.pipe(v.string(), v.parseJson(), templateSchema), text.replaceAll(from, to));
    };

    test('other logical ids of its resources and outputs are reported', () => {
      const [renamed, { Resources }] = [lostByUpgrade(embedded(), embedded('Rpc', 'Gateway')), embedded()];
      const [table = ''] = Object.keys(Resources).filter((id) => id.startsWith('RpcTablesUsage'));
      expect(renamed).toContainEqual(expect.stringContaining(`${table} (AWS::DynamoDB::GlobalTable`));
      expect(renamed).toContainEqual(expect.stringContaining('The output RpcUsageTable is removed.'));
    });

    test('another derived name is reported: it replaces what has the name', () => {
      const renamed = lostByUpgrade(embedded(), embedded('sluice-platform-rpc', 'sluice-rpc-of-platform'));
      expect(renamed).toContainEqual(expect.stringContaining('is replaced, because TopicName changes.'));
    });
  });

  test('nothing is reported that operators are told to do', () => {
    const replaced = withProperty(usage, 'KeySchema', []);
    expect(lostByUpgrade(prod(), replaced, { [usage]: 'Copy the rows.' })).toEqual([]);
  });

  test('every resource that a stage without customers may lose is of a type without data', () => {
    const types = new Set(Object.values(prod().Resources).map(({ Type }) => Type));
    expect([...types].filter(isKept).toSorted()).toEqual([
      'AWS::ApiGatewayV2::Api',
      'AWS::ApiGatewayV2::Route',
      'AWS::ApiGatewayV2::Stage',
      'AWS::CloudFront::Distribution',
      'AWS::Cognito::UserPool',
      'AWS::Cognito::UserPoolClient',
      'AWS::DynamoDB::GlobalTable',
      'AWS::Logs::LogGroup',
      'AWS::S3::Bucket',
      'AWS::SNS::Topic',
      'AWS::SecretsManager::Secret',
    ]);
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
