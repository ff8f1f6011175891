import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream/promises';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GateRefusal } from '../iam/gate-service.ts';

/** Kept-alive connections to DynamoDB. */
export type DynamoDbConnections = {
  /** @throws {GateRefusal} `service_failed` if DynamoDB cannot be reached */
  readonly send: (
    path: string,
    headers: OutgoingHttpHeaders | readonly string[],
    body: Buffer,
  ) => Promise<IncomingMessage>;
  readonly close: () => void;
};

// DynamoDB Local closes a connection after 30 s without a request. We close ours earlier, or a request could be lost with it.
const idleMilliseconds = 10_000;

/** Opens connections to the server at `url` as they are needed. */
export function openConnections(url: string): DynamoDbConnections {
  const agent = new Agent({ keepAlive: true, timeout: idleMilliseconds });
  const { hostname, port } = new URL(url);
  return {
    send: (path, headers, body) => {
      const sent = httpRequest({ agent, hostname, port, path, method: 'POST', headers });
      return new Promise((resolve, reject) => {
        sent.once('response', resolve);
        // Handled for the whole request, because a connection can also break after the answer has begun.
        sent.on('error', (cause) => reject(new GateRefusal('service_failed', 'DynamoDB cannot be reached', { cause })));
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}

/** Forwards an answer as it arrives. */
export async function pipeAnswer(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
  await pipeline(answer, response);
}

/** The region and account that table ARNs show. */
export type TableLocation = { readonly region: string; readonly accountId: string };

/** The ARN of a table. */
export const tableArn = (name: string, { region, accountId }: TableLocation): string =>
  `arn:aws:dynamodb:${region}:${accountId}:table/${name}`;

/** The table's name in a stream ARN of the template; undefined for any other text. */
const tableOfStream = (arn: string): string | undefined =>
  /^arn:aws:dynamodb:[^:]+:\d+:table\/([^/]+)\/stream\/local$/.exec(arn)?.[1];

/** Rewrites every ARN of an engine in `text` to the template's own. Each engine has its own region (measured). */
export function toTemplateArns(text: string, place: TableLocation): string {
  const arns = /arn:aws:dynamodb:(?:ddblocal|dynoxide):\d+:table\/([\w.-]+)(\/stream\/[\w:.-]+)?/g;
  return text.replace(arns, (_, name, stream) =>
    stream === undefined ? tableArn(name, place) : `${tableArn(name, place)}/stream/local`,
  );
}

/** The names of streams in the engine. They contain the time at which the table was created. */
export type StreamNames = {
  /**
   * Translates a stream ARN of the template to the engine's; returns any other text unchanged.
   * @throws {GateRefusal} `invalid_request` for a table without a stream
   */
  readonly inEngine: (arn: string) => Promise<string>;
  readonly close: () => void;
};

/** Looks each name up once, in the DynamoDB at `url`. */
export function createStreamNames(url: string): StreamNames {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: url, region: 'local', credentials });
  const known = new Map<string, string>();
  return {
    inEngine: async (arn) => {
      const table = tableOfStream(arn);
      if (table === undefined) return arn;
      const name = known.get(table) ?? (await latestStream(client, table));
      known.set(table, name);
      return name;
    },
    close: () => client.destroy(),
  };
}

async function latestStream(client: DynamoDBClient, TableName: string): Promise<string> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if (Table?.LatestStreamArn !== undefined) return Table.LatestStreamArn;
  throw new GateRefusal('invalid_request', `Requested resource not found: the table ${TableName} has no stream`);
}
