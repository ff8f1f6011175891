import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { readProperties, withoutLocalEffect } from '../resource-properties.ts';
import type { Resource, Template } from '../template/template.ts';

const keySchema = v.array(v.strictObject({ AttributeName: v.string(), KeyType: v.picklist(['HASH', 'RANGE']) }));
const index = v.strictObject({
  IndexName: v.string(),
  KeySchema: keySchema,
  Projection: v.strictObject({
    ProjectionType: v.optional(v.picklist(['ALL', 'KEYS_ONLY', 'INCLUDE'])),
    NonKeyAttributes: v.optional(v.array(v.string())),
  }),
  OnDemandThroughput: withoutLocalEffect,
  WarmThroughput: withoutLocalEffect,
  WriteProvisionedThroughputSettings: withoutLocalEffect,
});

const properties = v.strictObject({
  AttributeDefinitions: v.array(
    v.strictObject({ AttributeName: v.string(), AttributeType: v.picklist(['S', 'N', 'B']) }),
  ),
  KeySchema: keySchema,
  GlobalSecondaryIndexes: v.optional(v.array(index)),
  StreamSpecification: v.optional(
    v.strictObject({ StreamViewType: v.picklist(['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES']) }),
  ),
  TimeToLiveSpecification: v.optional(v.strictObject({ AttributeName: v.optional(v.string()), Enabled: v.boolean() })),
  // Protection, encryption, tags and capacity of a table do not change the answers of a local one.
  BillingMode: withoutLocalEffect,
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
      BillingMode: 'PAY_PER_REQUEST',
      GlobalSecondaryIndexes: table.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
      ...(stream && { StreamSpecification: { StreamEnabled: true, ...stream } }),
    },
    ttlAttribute: ttl?.Enabled ? ttl.AttributeName : undefined,
  };
}

/** @throws {UnsupportedResourceError} for an unknown property */
export const tableDefinitions = (template: Template): TableDefinition[] =>
  template.ofType('AWS::DynamoDB::GlobalTable').map(tableDefinition);

/** The attributes that are the partition keys of the tables, by the tables' names. */
export const partitionKeysOf = (template: Template): ReadonlyMap<string, string> =>
  new Map(
    tableDefinitions(template).map(({ create: { TableName = '', KeySchema = [] } }) => [
      TableName,
      KeySchema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '',
    ]),
  );
