import { afterEach, describe, expect, test } from '@jest/globals';
import { createSignedTable } from '../../src/table/signed-table.ts';
import { answering, closing, refusing, startSickAws } from '../aws/sick-aws.ts';
import { makeTable, signedDynamoDb } from '../support/dynamodb.ts';
import { stopUpstreams } from '../upstream/upstream-server.ts';
import { describeItemTable } from './item-table.cases.ts';

afterEach(stopUpstreams);

const tableNamed = (tableName: string) => createSignedTable(signedDynamoDb(), tableName);

describe('a table with requests that the gateway signs', () => {
  describeItemTable(async () => tableNamed(await makeTable(true)), tableNamed);

  test('reads consistently by default, so that a revocation takes effect at once', async () => {
    // DynamoDB Local always reads consistently.
    const { service, received } = await startSickAws([answering({})]);
    await createSignedTable(service, 'Directory').get({ pk: 'p' });
    expect(JSON.parse(String(received[0]?.body))).toEqual({
      TableName: 'Directory',
      Key: { pk: { S: 'p' } },
      ConsistentRead: true,
    });
  });

  test('can read eventually consistently', async () => {
    const { service, received } = await startSickAws([answering({})]);
    await createSignedTable(service, 'Networks').get({ network: 'devnet' }, 'eventual');
    expect(JSON.parse(String(received[0]?.body))).toMatchObject({ ConsistentRead: false });
  });

  test('repeats a write whose answer was lost, whose condition may then fail because of its own effect', async () => {
    const { service, received } = await startSickAws([closing, refusing('ConditionalCheckFailedException')]);
    const put = createSignedTable(service, 'Records').put({ pk: 'p' }, 'attribute_not_exists(pk)');
    await expect(put).rejects.toMatchObject({ code: 'condition_failed' });
    expect(received.map(({ body }) => body.toString())).toEqual([
      received[0]?.body.toString(),
      received[0]?.body.toString(),
    ]);
  });

  test.each([{ Item: 'x' }, { Item: { a: { X: 'x' } } }])('throws on the invalid answer %j', async (answer) => {
    const { service } = await startSickAws([answering(answer)]);
    const read = createSignedTable(service, 'Directory').get({ pk: 'p' });
    await expect(read).rejects.toMatchObject({ code: 'invalid_attribute_value' });
  });
});
