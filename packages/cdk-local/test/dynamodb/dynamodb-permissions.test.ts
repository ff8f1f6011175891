import { describe, expect, test } from '@jest/globals';
import { permissionsFor } from '../../dynamodb/dynamodb-permissions.ts';
import { testLocation } from '../template/template-file.ts';

const arn = (name: string) => `arn:aws:dynamodb:${testLocation.region}:${testLocation.accountId}:table/${name}`;
const needs = (operation: string, input: unknown) =>
  permissionsFor(`DynamoDB_20120810.${operation}`, input, testLocation);
const streamNeeds = (operation: string, input: unknown) =>
  permissionsFor(`DynamoDBStreams_20120810.${operation}`, input, testLocation);

describe('permissionsFor', () => {
  test.each(['DeleteItem', 'DescribeTable', 'GetItem', 'PutItem', 'Query', 'Scan', 'UpdateItem'])(
    '%s needs the action of its name on its table',
    (operation) => {
      const permission = [{ action: `dynamodb:${operation}`, resource: arn('A') }];
      expect(needs(operation, { TableName: 'A' })).toEqual(permission);
    },
  );

  test.each([
    ['GetItem', 'Key'],
    ['DeleteItem', 'Key'],
    ['UpdateItem', 'Key'],
    ['PutItem', 'Item'],
  ])('%s is about the partition key of its item', (operation, member) => {
    const input = { TableName: 'A', [member]: { sk: { S: 'other' }, id: { S: 'one' } } };
    const found = permissionsFor(`DynamoDB_20120810.${operation}`, input, testLocation, new Map([['A', 'id']]));
    expect(found).toEqual([{ action: `dynamodb:${operation}`, resource: arn('A'), leadingKey: 'one' }]);
  });

  test.each(['Query', 'Scan'])('%s of an index needs the index', (operation) => {
    const permission = [{ action: `dynamodb:${operation}`, resource: `${arn('A')}/index/i` }];
    expect(needs(operation, { TableName: 'A', IndexName: 'i' })).toEqual(permission);
  });

  test.each(['BatchGetItem', 'BatchWriteItem'])('%s needs the action of its name on each table', (operation) => {
    expect(needs(operation, { RequestItems: { A: {}, B: {} } })).toEqual([
      { action: `dynamodb:${operation}`, resource: arn('A') },
      { action: `dynamodb:${operation}`, resource: arn('B') },
    ]);
  });

  test('ListTables is about no one table', () => {
    expect(needs('ListTables', {})).toEqual([{ action: 'dynamodb:ListTables', resource: '*' }]);
  });

  test('a transaction needs the action behind each of its parts', () => {
    const part = (name: string, TableName: string) => ({ [name]: { TableName } });
    const TransactItems = [part('Put', 'A'), part('Update', 'B'), part('Delete', 'A'), part('ConditionCheck', 'C')];
    expect(needs('TransactWriteItems', { TransactItems })).toEqual([
      { action: 'dynamodb:PutItem', resource: arn('A') },
      { action: 'dynamodb:UpdateItem', resource: arn('B') },
      { action: 'dynamodb:DeleteItem', resource: arn('A') },
      { action: 'dynamodb:ConditionCheckItem', resource: arn('C') },
    ]);
  });

  test('requests on a stream need it under the ARN that the template gives it', () => {
    const StreamArn = `${arn('A')}/stream/local`;
    const ShardIterator = 'arn:aws:dynamodb:ddblocal:000000000000:table/A/stream/2026-11-20T14:40:18.571|001|c2hh';
    const needed = (action: string) => [{ action: `dynamodb:${action}`, resource: StreamArn }];
    expect(streamNeeds('DescribeStream', { StreamArn })).toEqual(needed('DescribeStream'));
    expect(streamNeeds('GetShardIterator', { StreamArn })).toEqual(needed('GetShardIterator'));
    expect(streamNeeds('GetRecords', { ShardIterator })).toEqual(needed('GetRecords'));
  });

  test('ListStreams needs the streams of its table, or all of them', () => {
    const action = 'dynamodb:ListStreams';
    expect(streamNeeds('ListStreams', { TableName: 'A' })).toEqual([{ action, resource: `${arn('A')}/stream/*` }]);
    expect(streamNeeds('ListStreams', {})).toEqual([{ action, resource: '*' }]);
  });

  test.each(['CreateTable', 'ExecuteStatement', 'toString', ''])(
    'the request "%s" is refused as unknown',
    (operation) => {
      expect(() => needs(operation, { TableName: 'A' })).toThrow(
        expect.objectContaining({ code: 'unknown_operation' }),
      );
    },
  );

  test.each([
    ['GetItem', null],
    ['GetItem', {}],
    ['GetItem', { TableName: 1 }],
    ['BatchGetItem', { RequestItems: 'A' }],
    ['TransactWriteItems', { TransactItems: [{ Steal: { TableName: 'A' } }] }],
    ['TransactWriteItems', { TransactItems: [{ Put: {} }] }],
  ])('%s with the body %j is refused as invalid', (operation, input) => {
    expect(() => needs(operation, input)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  test('GetRecords with an iterator of another make is refused', () => {
    const act = () => streamNeeds('GetRecords', { ShardIterator: 'AAAA' });
    expect(act).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
