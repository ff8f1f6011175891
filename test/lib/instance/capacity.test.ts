import { describe, expect, test } from '@jest/globals';
import type { ProvisionedCapacity } from '../../../lib/settings/capacity-settings.ts';
import { propertiesOf, stageNames, templateOf } from '../synthesis.ts';

const type = 'AWS::DynamoDB::GlobalTable';
const given = { minWrites: 500, maxWrites: 10_000, seedWrites: 2_000, targetUtilization: 60 };

const tablesWith = (stageName: string, capacity?: ProvisionedCapacity) =>
  propertiesOf(templateOf(stageName, { settings: { capacity } }), type);

describe.each(stageNames)('capacity of the tables of %s', (stageName) => {
  const onDemand = tablesWith(stageName);
  const provisioned = tablesWith(stageName, given);
  const provisionedIds = Object.keys(provisioned).filter((id) => provisioned[id].BillingMode === 'PROVISIONED');

  test('is on demand by default', () => {
    expect(new Set(Object.values(onDemand).map(({ BillingMode }) => BillingMode))).toEqual(
      new Set(['PAY_PER_REQUEST']),
    );
  });

  test('is provisioned for the two tables that are written per request', () => {
    expect(provisionedIds).toEqual([
      expect.stringMatching(/^TablesAdmissions/),
      expect.stringMatching(/^TablesRecords/),
    ]);
  });

  test('scales between its bounds at the given utilization, from a seed for the load at the switch', () => {
    const TargetTrackingScalingPolicyConfiguration = { TargetValue: 60 };
    for (const id of provisionedIds) {
      const { WriteProvisionedThroughputSettings, Replicas } = provisioned[id];
      expect(WriteProvisionedThroughputSettings).toEqual({
        WriteCapacityAutoScalingSettings: {
          MinCapacity: 500,
          MaxCapacity: 10_000,
          SeedCapacity: 2_000,
          TargetTrackingScalingPolicyConfiguration,
        },
      });
      expect(Replicas[0].ReadProvisionedThroughputSettings).toEqual({
        ReadCapacityAutoScalingSettings: {
          MinCapacity: 25,
          MaxCapacity: 40_000,
          SeedCapacity: 25,
          TargetTrackingScalingPolicyConfiguration,
        },
      });
    }
  });

  test('changes in place: logical ids and every property that forces a replacement are the same in both modes', () => {
    // AWS CloudFormation, AWS::DynamoDB::GlobalTable: only these properties replace a table.
    const replacing = (tables: typeof onDemand) =>
      Object.entries(tables).map(([id, { TableName, KeySchema, LocalSecondaryIndexes, AttributeDefinitions }]) => ({
        id,
        TableName,
        KeySchema,
        LocalSecondaryIndexes,
        AttributeDefinitions,
      }));
    expect(replacing(provisioned)).toEqual(replacing(onDemand));
  });

  test('leaves stream, protection and recovery as they are', () => {
    for (const id of provisionedIds) {
      const { BillingMode, WriteProvisionedThroughputSettings, Replicas, ...rest } = provisioned[id];
      const [{ ReadProvisionedThroughputSettings, ...replica }] = Replicas;
      expect({ ...rest, BillingMode: 'PAY_PER_REQUEST', Replicas: [replica] }).toEqual(onDemand[id]);
    }
  });
});
