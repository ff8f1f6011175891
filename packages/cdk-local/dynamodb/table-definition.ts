import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { readProperties, withoutLocalEffect } from '../resource-properties.ts';
import type { Resource, Template } from '../template/template.ts';

const keySchema = v.array(v.strictObject({ AttributeName: v.string(), KeyType: v.picklist(['HASH', 'RANGE']) }));
const throughput = v.strictObject({ ReadCapacityUnits: v.number(), WriteCapacityUnits: v.number() });
const index = v.strictObject({
  IndexName: v.string(),
  KeySchema: keySchema,
  Projection: v.strictObject({
    ProjectionType: v.optional(v.picklist(['ALL', 'KEYS_ONLY', 'INCLUDE'])),
    NonKeyAttributes: v.optional(v.array(v.string())),
  }),
  ProvisionedThroughput: v.optional(throughput),
  OnDemandThroughput: withoutLocalEffect,
  WarmThroughput: withoutLocalEffect,
  WriteProvisionedThroughputSettings: withoutLocalEffect,
});

const properties = v.strictObject({
  AttributeDefinitions: v.array(
    v.strictObject({ AttributeName: v.string(), AttributeType: v.picklist(['S', 'N', 'B']) }),
  ),
  KeySchema: keySchema,
  BillingMode: v.optional(v.picklist(['PAY_PER_REQUEST', 'PROVISIONED']), 'PROVISIONED'),
  ProvisionedThroughput: v.optional(throughput),
  GlobalSecondaryIndexes: v.optional(v.array(index)),
  LocalSecondaryIndexes: v.optional(v.array(index)),
  StreamSpecification: v.optional(
    v.strictObject({ StreamViewType: v.picklist(['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES']) }),
  ),
  TimeToLiveSpecification: v.optional(v.strictObject({ AttributeName: v.optional(v.string()), Enabled: v.boolean() })),
  // Protection, encryption, tags and capacity of a table do not change the answers of a local one.
  TableName: withoutLocalEffect,
  DeletionProtectionEnabled: withoutLocalEffect,
  OnDemandThroughput: withoutLocalEffect,
  PointInTimeRecoverySpecification: withoutLocalEffect,
  Replicas: withoutLocalEffect,
  SSESpecification: withoutLocalEffect,
  Tags: withoutLocalEffect,
  WarmThroughput: withoutLocalEffect,
  WriteOnDemandThroughputSettings: withoutLocalEffect,
  WriteProvisionedThroughputSettings: withoutLocalEffect,
});

/** The request that creates the table, and its TTL attribute, if it has one. */
export type TableDefinition = { readonly create: CreateTableCommandInput; readonly ttlAttribute: string | undefined };

/**
 * Reads a table of the template.
 * @throws {UnsupportedResourceError} for an unknown property
 */
function tableDefinition(resource: Resource): TableDefinition {
  const { StreamSpecification: stream, TimeToLiveSpecification: ttl, ...table } = readProperties(resource, properties);
  return {
    create: {
      TableName: resource.ref,
      AttributeDefinitions: table.AttributeDefinitions,
      KeySchema: table.KeySchema,
      // A global table is provisioned by scaling policies, which have no effect locally.
      BillingMode: table.ProvisionedThroughput ? table.BillingMode : 'PAY_PER_REQUEST',
      ProvisionedThroughput: table.ProvisionedThroughput,
      GlobalSecondaryIndexes: table.GlobalSecondaryIndexes?.map(indexOf),
      LocalSecondaryIndexes: table.LocalSecondaryIndexes?.map(indexOf),
      ...(stream && { StreamSpecification: { StreamEnabled: true, ...stream } }),
    },
    ttlAttribute: ttl?.Enabled ? ttl.AttributeName : undefined,
  };
}

const indexOf = ({ IndexName, KeySchema, Projection, ProvisionedThroughput }: v.InferOutput<typeof index>) => ({
  IndexName,
  KeySchema,
  Projection,
  ...(ProvisionedThroughput && { ProvisionedThroughput }),
});

/** @throws {UnsupportedResourceError} for an unknown property */
export const tableDefinitions = (template: Template): TableDefinition[] =>
  [...template.ofType('AWS::DynamoDB::GlobalTable'), ...template.ofType('AWS::DynamoDB::Table')].map(tableDefinition);

/** The attributes that are the partition keys of the tables, by the tables' names. */
export const partitionKeysOf = (template: Template): ReadonlyMap<string, string> =>
  new Map(
    tableDefinitions(template).map(({ create: { TableName = '', KeySchema = [] } }) => [
      TableName,
      KeySchema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '',
    ]),
  );
