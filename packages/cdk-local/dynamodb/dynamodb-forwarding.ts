import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { GateRefusal } from '../iam/gate-service.ts';

/** Kept-alive connections to DynamoDB Local. */
export type DynamoDbConnections = {
  /** @throws {GateRefusal} `service_failed` if DynamoDB Local cannot be reached */
  readonly send: (
    path: string,
    headers: OutgoingHttpHeaders | readonly string[],
    body: Buffer,
  ) => Promise<IncomingMessage>;
  readonly close: () => void;
};

// Jetty closes a connection after 30 s without a request. We close ours earlier, or a request could be lost with it.
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
        sent.on('error', (cause) =>
          reject(new GateRefusal('service_failed', 'DynamoDB Local cannot be reached', { cause })),
        );
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

/** The ARN of a table, given by its name or its ARN. */
export const tableArn = (name: string, { region, accountId }: TableLocation): string =>
  name.startsWith('arn:') ? name : `arn:aws:dynamodb:${region}:${accountId}:table/${name}`;

/** The table's name in a stream ARN of the template; undefined for any other text. */
const tableOfStream = (arn: string): string | undefined =>
  /^arn:aws:dynamodb:[^:]+:\d+:table\/([^/]+)\/stream\/local$/.exec(arn)?.[1];

/** Rewrites every ARN of DynamoDB Local (region `ddblocal`, measured on 3.3.1) in `text` to the template's own. */
export function toTemplateArns(text: string, place: TableLocation): string {
  return text.replace(/arn:aws:dynamodb:ddblocal:\d+:table\/([\w.-]+)(\/stream\/[\w:.-]+)?/g, (_, name, stream) =>
    stream === undefined ? tableArn(name, place) : `${tableArn(name, place)}/stream/local`,
  );
}

/** The names of streams in DynamoDB Local. They contain the time at which the table was created. */
export type StreamNames = {
  /**
   * Translates a stream ARN of the template to DynamoDB Local's; returns any other text unchanged.
   * @throws {GateRefusal} `invalid_request` for a table without a stream
   */
  readonly inDynamoDbLocal: (arn: string, authorization: string) => Promise<string>;
};

const described = v.object({ Table: v.object({ LatestStreamArn: v.string() }) });

async function latestStream(connections: DynamoDbConnections, table: string, authorization: string): Promise<string> {
  const headers = {
    authorization,
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.DescribeTable',
  };
  const answer = await connections.send('/', headers, Buffer.from(JSON.stringify({ TableName: table })));
  const parsed = v.safeParse(described, await json(answer));
  if (parsed.success) return parsed.output.Table.LatestStreamArn;
  throw new GateRefusal('invalid_request', `Requested resource not found: the table ${table} has no stream`);
}

/** Looks each name up once. */
export function createStreamNames(connections: DynamoDbConnections): StreamNames {
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
