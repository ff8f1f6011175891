import { DeleteItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { key, numbered, type TestTable } from './test-table.ts';

/** What one engine does otherwise than AWS documents, or than the other engine. */
export type Difference = {
  readonly what: string;
  /** What AWS does, and where it says so. */
  readonly aws: string;
  readonly embedded: string;
  readonly amazon: string;
  /** What the local runtime or Sluice does about it. */
  readonly so: string;
  /** Tries it, and returns the text of the engine's column. */
  readonly observe: (table: TestTable, url: string) => Promise<string>;
};

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : String(error));
const outcome = (call: Promise<unknown>, done = 'accepts it'): Promise<string> =>
  call.then(
    () => done,
    (error) => `\`${nameOf(error)}\``,
  );

const unsigned = (url: string, headers: Record<string, string>): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': 'DynamoDB_20120810.ListTables',
      ...headers,
    },
    body: '{}',
  });

export const differences: readonly Difference[] = [
  {
    what: 'a write that changes nothing, in the stream',
    aws: 'no record (Developer Guide, “DynamoDB Streams”)',
    embedded: 'a record `MODIFY`',
    amazon: 'no record',
    so: 'Consumers of a stream must expect a record that they know: AWS delivers each at least once.',
    observe: async (table) => {
      await table.createWithStream();
      await table.put({});
      await table.put({});
      const names = (await table.read()).records.map(({ eventName }) => eventName);
      return names.length === 1 ? 'no record' : `a record \`${names[1]}\``;
    },
  },
  {
    what: 'half a surrogate pair in a string, as JSON can write it',
    aws: 'strings are “Unicode with UTF-8 binary encoding” (Developer Guide, “Data types”), which has no halves',
    embedded: '`SerializationException`',
    amazon: 'accepts it',
    so: 'The APIs refuse it.',
    observe: async (table) => {
      await table.create();
      return outcome(table.put({ text: { S: 'high \ud83d half' } }));
    },
  },
  {
    what: 'the time of a stream record',
    aws: 'rounded down to the second (API Reference, `StreamRecord`)',
    embedded: 'the second',
    amazon: 'the minute',
    so: 'Nothing may depend on less than a minute locally.',
    observe: async (table) => {
      await table.createWithStream();
      const seconds = () => new Date().getUTCSeconds();
      for (let value = 0; ; value += 1) {
        const before = seconds();
        await table.put({ n: { N: String(value) } });
        if (before === 0 || seconds() === 0) continue;
        const { dynamodb } = (await table.read()).records.at(-1) ?? {};
        return dynamodb?.ApproximateCreationDateTime?.getUTCSeconds() === 0 ? 'the minute' : 'the second';
      }
    },
  },
  {
    what: 'the page of a query at 1 MB',
    aws: 'ends when 1 MB is reached (Developer Guide, “Paginating table query results”)',
    embedded: 'ends before the item that exceeds 1 MB',
    amazon: 'ends after it',
    so: 'Readers follow `LastEvaluatedKey`, however long a page is.',
    observe: async (table) => {
      await table.create();
      for (const sk of [1, 2, 3, 4]) await table.put({ ...numbered(sk), text: { S: 'x'.repeat(390_000) } });
      const values = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': { S: 'a' } } };
      const { Count } = await table.client.send(new QueryCommand({ TableName: table.name, ...values }));
      return Count === 2 ? 'ends before the item that exceeds 1 MB' : 'ends after it';
    },
  },
  {
    what: '`LastEvaluatedKey` of a page that ends with the last item of a range',
    aws: 'may be there (API Reference, `Query`: “does not necessarily mean that there is more data”)',
    embedded: 'is there',
    amazon: 'is absent',
    so: 'Readers must accept an empty last page.',
    observe: async (table) => {
      await table.create();
      for (const sk of [1, 2, 3]) await table.put(numbered(sk));
      const { LastEvaluatedKey } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: { ':pk': { S: 'a' }, ':from': { S: '1' }, ':to': { S: '2' } },
          Limit: 2,
        }),
      );
      return LastEvaluatedKey === undefined ? 'is absent' : 'is there';
    },
  },
  {
    what: 'a table named by its ARN',
    aws: 'accepted (API Reference, `TableName`)',
    embedded: '`ValidationException`',
    amazon: 'accepts it',
    so: 'Sluice names its tables.',
    observe: async (table) => {
      await table.create();
      const arn = `arn:aws:dynamodb:us-east-1:000000000000:table/${table.name}`;
      return outcome(table.client.send(new DeleteItemCommand({ TableName: arn, Key: key })));
    },
  },
  {
    what: 'the region in ARNs',
    aws: 'the region',
    embedded: '`dynoxide`',
    amazon: '`ddblocal`',
    so: 'The local runtime replaces ARNs by those of the template.',
    observe: async (table) => `\`${(await table.create())?.TableArn?.split(':')[3]}\``,
  },
  {
    what: 'a shard iterator',
    aws: 'opaque (API Reference, `GetShardIterator`)',
    embedded: 'JSON with the table’s name, in base64',
    amazon: 'the stream’s ARN and more, separated by bars',
    so: 'The local runtime reads both, to check the permission to read the stream.',
    observe: async (table) => {
      await table.createWithStream();
      const iterator = (await table.iterator('TRIM_HORIZON')) ?? '';
      if (iterator.startsWith(`${table.streamArn}|`)) return 'the stream’s ARN and more, separated by bars';
      const { table_name: name } = JSON.parse(Buffer.from(iterator, 'base64').toString());
      return name === table.name ? 'JSON with the table’s name, in base64' : iterator;
    },
  },
  {
    what: 'a request without a date, or without the names of the signed headers',
    aws: 'refused (IAM User Guide, “Signature Version 4”)',
    embedded: 'refused',
    amazon: 'accepted',
    so: 'Every request of the local runtime is signed. Neither engine verifies the signature.',
    observe: async (_, url) => {
      const credential = 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request';
      const complete = `${credential}, SignedHeaders=host, Signature=0`;
      const answers = [
        await unsigned(url, { Authorization: complete }),
        await unsigned(url, { Authorization: `${credential}, Signature=0`, 'X-Amz-Date': '20260101T000000Z' }),
      ];
      return answers.every(({ ok }) => ok) ? 'accepted' : 'refused';
    },
  },
];
