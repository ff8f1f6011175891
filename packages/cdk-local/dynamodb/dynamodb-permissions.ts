import * as v from 'valibot';
import { GateRefusal, type RequiredPermission } from '../iam/gate-service.ts';
import { type TableLocation, tableArn, toTemplateArns } from './dynamodb-forwarding.ts';

/** The attributes that are the partition keys of tables, by the tables' names. */
export type PartitionKeys = ReadonlyMap<string, string>;

type Needs = (input: unknown, place: TableLocation, partitionKeys: PartitionKeys) => readonly RequiredPermission[];

const named = v.string();
const onTable = v.object({ TableName: named });
const onTableOrIndex = v.object({ TableName: named, IndexName: v.optional(named) });
const batch = v.object({ RequestItems: v.record(named, v.unknown()) });
const transaction = v.object({ TransactItems: v.array(v.record(named, onTable)) });
const listStreams = v.object({ TableName: v.optional(named) });
const onStream = v.object({ StreamArn: named });
const onIterator = v.object({ ShardIterator: named });

/** The actions behind the parts of a write transaction (DynamoDB Developer Guide, "Using IAM with DynamoDB transactions"). */
const transactionActions: Readonly<Record<string, string>> = {
  ConditionCheck: 'dynamodb:ConditionCheckItem',
  Delete: 'dynamodb:DeleteItem',
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
};

function read<T extends v.GenericSchema>(schema: T, input: unknown): v.InferOutput<T> {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  throw new GateRefusal('invalid_request', `${v.getDotPath(parsed.issues[0])}: ${parsed.issues[0].message}`);
}

const table =
  (action: string): Needs =>
  (input, place) => [{ action, resource: tableArn(read(onTable, input).TableName, place) }];

const attributes = v.optional(v.record(named, v.unknown()), {});
const onItem = v.object({ TableName: named, Key: attributes, Item: attributes });
const textAttribute = v.object({ S: v.string() });

const item =
  (action: string): Needs =>
  (input, place, partitionKeys) => {
    const { TableName, Key, Item } = read(onItem, input);
    const key = v.safeParse(textAttribute, { ...Key, ...Item }[partitionKeys.get(TableName) ?? '']);
    return [{ action, resource: tableArn(TableName, place), leadingKey: key.success ? key.output.S : undefined }];
  };

const tableOrIndex =
  (action: string): Needs =>
  (input, place) => {
    const { TableName, IndexName } = read(onTableOrIndex, input);
    const arn = tableArn(TableName, place);
    return [{ action, resource: IndexName === undefined ? arn : `${arn}/index/${IndexName}` }];
  };

const tables =
  (action: string): Needs =>
  (input, place) =>
    Object.keys(read(batch, input).RequestItems).map((name) => ({ action, resource: tableArn(name, place) }));

const inTransaction: Needs = (input, place) =>
  read(transaction, input)
    .TransactItems.flatMap((item) => Object.entries(item))
    .map(([part, { TableName }]) => {
      const action = transactionActions[part];
      if (action === undefined) throw new GateRefusal('invalid_request', `A transaction has no item type ${part}.`);
      return { action, resource: tableArn(TableName, place) };
    });

const stream =
  (action: string): Needs =>
  (input) => [{ action, resource: read(onStream, input).StreamArn }];

/** The table in an iterator of the embedded engine, which is JSON in base64. */
const embeddedIterator = v.pipe(v.string(), v.parseJson(), v.object({ table_name: v.string() }));

/** The ARN of the stream that an iterator reads. Amazon's iterators begin with the engine's ARN and a bar. */
function streamOfIterator(iterator: string, place: TableLocation): string {
  const [, arn] = /^(arn:[^|]+)\|/.exec(iterator) ?? [];
  if (arn !== undefined) return toTemplateArns(arn, place);
  const { table_name: name } = read(embeddedIterator, Buffer.from(iterator, 'base64').toString());
  return `${tableArn(name, place)}/stream/local`;
}

/**
 * The permissions of each request (Service Authorization Reference for Amazon DynamoDB). ListStreams of one table is
 * checked on `table/NAME/stream/*`, as in the policies of the DynamoDB Developer Guide; the reference names no
 * resource.
 */
const needs: Readonly<Record<string, Needs>> = {
  'DynamoDB_20120810.BatchGetItem': tables('dynamodb:BatchGetItem'),
  'DynamoDB_20120810.BatchWriteItem': tables('dynamodb:BatchWriteItem'),
  'DynamoDB_20120810.DeleteItem': item('dynamodb:DeleteItem'),
  'DynamoDB_20120810.DescribeTable': table('dynamodb:DescribeTable'),
  'DynamoDB_20120810.GetItem': item('dynamodb:GetItem'),
  'DynamoDB_20120810.ListTables': () => [{ action: 'dynamodb:ListTables', resource: '*' }],
  'DynamoDB_20120810.PutItem': item('dynamodb:PutItem'),
  'DynamoDB_20120810.Query': tableOrIndex('dynamodb:Query'),
  'DynamoDB_20120810.Scan': tableOrIndex('dynamodb:Scan'),
  'DynamoDB_20120810.TransactWriteItems': inTransaction,
  'DynamoDB_20120810.UpdateItem': item('dynamodb:UpdateItem'),
  'DynamoDBStreams_20120810.DescribeStream': stream('dynamodb:DescribeStream'),
  'DynamoDBStreams_20120810.GetRecords': (input, place) => [
    { action: 'dynamodb:GetRecords', resource: streamOfIterator(read(onIterator, input).ShardIterator, place) },
  ],
  'DynamoDBStreams_20120810.GetShardIterator': stream('dynamodb:GetShardIterator'),
  'DynamoDBStreams_20120810.ListStreams': (input, place) => {
    const { TableName } = read(listStreams, input);
    const resource = TableName === undefined ? '*' : `${tableArn(TableName, place)}/stream/*`;
    return [{ action: 'dynamodb:ListStreams', resource }];
  },
};

/**
 * The permissions that a request with this `X-Amz-Target` and body needs.
 * @throws {GateRefusal} `unknown_operation` for a request that is not in `needs`, `invalid_request` for a body without
 * a table
 */
export function permissionsFor(
  target: string,
  input: unknown,
  place: TableLocation,
  partitionKeys: PartitionKeys = new Map(),
): readonly RequiredPermission[] {
  const known = Object.hasOwn(needs, target) ? needs[target] : undefined;
  if (known) return known(input, place, partitionKeys);
  throw new GateRefusal('unknown_operation', `The local runtime does not know the DynamoDB request ${target}.`);
}
