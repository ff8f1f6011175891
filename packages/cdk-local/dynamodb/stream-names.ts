import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { Refusal } from '../iam/service.ts';
import { tableOfStream } from './arns.ts';
import type { Connections } from './forward.ts';

/** The streams' names in DynamoDB Local, which are made when a table is, and hold the time of that. */
export type StreamNames = {
  /**
   * The ARN in DynamoDB Local of the stream that the template knows as `arn`; any other text is given back as it is.
   * @throws {Refusal} `invalid_request` for a table that has no stream.
   */
  readonly inDynamoDbLocal: (arn: string, authorization: string) => Promise<string>;
};

const described = v.object({ Table: v.object({ LatestStreamArn: v.string() }) });

async function latestStream(connections: Connections, table: string, authorization: string): Promise<string> {
  const headers = {
    authorization,
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.DescribeTable',
  };
  const answer = await connections.send('/', headers, Buffer.from(JSON.stringify({ TableName: table })));
  const parsed = v.safeParse(described, await json(answer));
  if (parsed.success) return parsed.output.Table.LatestStreamArn;
  throw new Refusal('invalid_request', `Requested resource not found: the table ${table} has no stream`);
}

/** Looks each name up once. */
export function createStreamNames(connections: Connections): StreamNames {
  const known = new Map<string, string>();
  return {
    inDynamoDbLocal: async (arn, authorization) => {
      const table = tableOfStream(arn);
      if (table === undefined) return arn;
      const name = known.get(table) ?? (await latestStream(connections, table, authorization));
      known.set(table, name);
      return name;
    },
  };
}
