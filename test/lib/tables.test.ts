import { describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { tableRows } from '../docs/pages.ts';
import { stageNames, templateOf } from './synthesis.ts';

const type = 'AWS::DynamoDB::GlobalTable';
const tables = {
  directory: 'TablesDirectoryD82D92C0',
  admissions: 'TablesAdmissionsE61D8E94',
  records: 'TablesRecords353FBC94',
  usage: 'TablesUsageA60E9525',
  networks: 'TablesNetworksD2BE275C',
};
const pk = { AttributeName: 'pk', KeyType: 'HASH' };
const sk = { AttributeName: 'sk', KeyType: 'RANGE' };
const network = { AttributeName: 'network', KeyType: 'HASH' };
const expiresAt = { AttributeName: 'expiresAt', Enabled: true };

describe.each(stageNames)('the tables of %s', (stageName) => {
  const template = templateOf(stageName);
  const found = template.findResources(type);

  test('are these five, with fixed logical ids: another id would be an empty table', () => {
    expect(Object.keys(found).sort()).toEqual(Object.values(tables).sort());
  });

  test('are on demand and encrypted with AWS owned keys', () => {
    template.allResourcesProperties(type, {
      BillingMode: 'PAY_PER_REQUEST',
      SSESpecification: { SSEEnabled: false },
    });
  });

  test('have point-in-time recovery where the backup page restores rows, and nowhere else', () => {
    const restored = tableRows('docs/operating.md').flatMap(([table = '', what]) =>
      what?.startsWith('**restore**') ? [table] : [],
    );
    const recovered = Object.entries(found).flatMap(([id, { Properties }]) =>
      Properties.Replicas[0].PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled ? [id] : [],
    );
    expect(restored).toEqual(['Directory', 'Usage']);
    expect(recovered.toSorted()).toEqual([tables.directory, tables.usage].toSorted());
  });

  test('are retained on prod only', () => {
    const kept = stageName === 'prod';
    template.allResources(type, {
      DeletionPolicy: kept ? 'Retain' : 'Delete',
      UpdateReplacePolicy: kept ? 'Retain' : 'Delete',
      Properties: { Replicas: [Match.objectLike({ DeletionProtectionEnabled: kept })] },
    });
  });

  test.each([
    ['directory', [pk, sk], expiresAt],
    ['admissions', [pk], expiresAt],
    ['records', [pk, sk], expiresAt],
    ['usage', [pk, sk], expiresAt],
    ['networks', [network], expiresAt],
  ] as const)('%s has its keys and its time to live', (name, keySchema, timeToLive) => {
    expect(found[tables[name]]?.Properties.KeySchema).toEqual(keySchema);
    expect(found[tables[name]]?.Properties.TimeToLiveSpecification).toEqual(timeToLive);
  });

  test('only Usage has an index: the days that are due, keys only', () => {
    for (const [id, { Properties }] of Object.entries(found)) {
      const due = {
        IndexName: 'Due',
        KeySchema: [{ AttributeName: 'due', KeyType: 'HASH' }, sk],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      };
      expect(Properties.GlobalSecondaryIndexes).toEqual(id === tables.usage ? [due] : undefined);
    }
  });

  test('only Records has a stream, with new images', () => {
    for (const [id, { Properties }] of Object.entries(found)) {
      const expected = id === tables.records ? { StreamViewType: 'NEW_IMAGE' } : undefined;
      expect(Properties.StreamSpecification).toEqual(expected);
    }
  });
});
