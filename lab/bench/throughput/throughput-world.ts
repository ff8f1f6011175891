import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { DynamoDbFront } from '../dynamodb-front.ts';
import { startGateway } from '../gateway.ts';
import { writeKeys } from '../keys.ts';
import { type Sending, sendTo } from '../load.ts';
import { dynamoDbVariables, makeTable, sdkClient, startTables } from '../local-dynamodb.ts';
import { processCpu } from '../processor-time.ts';
import { type Server, startServer } from '../start-server.ts';
import { picker, seededRandom } from '../statistics.ts';
import { installFastifyStack, startFastifyStack } from './fastify-stack.ts';
import { startNginx } from './nginx.ts';

/**
 * How many keys the requests are made with: more than are under way at once. A Lambda process counts one request at a
 * time, and removes its last marker with the next; 16 at once for few keys would leave theirs in the item until the
 * second is over.
 */
export const keys = 64;

const counting = { requests: 400, connections: 16 };

/** Three gateways before one node, and what two of them share. */
export type World = {
  readonly sluice: Server;
  readonly fastify: Server;
  readonly nginx: Server | undefined;
  readonly nextSecret: () => string;
  /** @throws where the two that write records have not written equally many for each request sent */
  checkRecords(requests: { readonly sluice: number; readonly fastify: number }): Promise<void>;
  /** Calls to DynamoDB per request, of another process of the same program. */
  callsOf(name: 'sluice' | 'fastify'): Promise<number>;
  stop(): Promise<void>;
};

type Place = { readonly dynamoDb: string; readonly upstream: string };

const starts = {
  sluice: startGateway,
  fastify: ({ dynamoDb, upstream }: Place): Promise<Server> =>
    startFastifyStack({ ...dynamoDbVariables(dynamoDb), UPSTREAM: upstream }),
};

export async function startWorld(): Promise<World> {
  installFastifyStack();
  const upstream = await startServer('upstream/node.ts');
  const dynamoDb = await startTables({
    pk: ['Admissions'],
    pkAndSk: ['Directory', 'Records', 'RecordsOfTheStack'],
  });
  const client = sdkClient(dynamoDb.url);
  await makeTable(client, 'RateLimits', 'key');
  const nextSecret = picker(await writeKeys(client, 'Directory', keys), seededRandom(1));
  const place = { dynamoDb: dynamoDb.url, upstream: upstream.url };
  const [sluice, fastify] = [await starts.sluice(place), await starts.fastify(place)];
  const nginx = await startNginx(upstream.url);
  return {
    sluice,
    fastify,
    nginx,
    nextSecret,
    async checkRecords(requests) {
      const written = [await countItems(client, 'Records'), await countItems(client, 'RecordsOfTheStack')];
      if (written[0] !== requests.sluice || written[1] !== requests.fastify) {
        throw new Error(`There are ${written.join(' and ')} records.`);
      }
    },
    async callsOf(name) {
      const front = new DynamoDbFront(dynamoDb.url);
      const server = await starts[name]({ ...place, dynamoDb: await front.listen() });
      const warmingUp = front.calls;
      await sendTo(server.url, nextSecret, counting);
      server.stop();
      front.close();
      return (front.calls - warmingUp) / counting.requests;
    },
    async stop() {
      for (const server of [upstream, sluice, fastify, nginx]) server?.stop();
      await dynamoDb.stop();
    },
  };
}

/** How many items a table holds. */
async function countItems(client: DynamoDBDocumentClient, tableName: string): Promise<number> {
  let count = 0;
  for await (const page of paginateScan({ client }, { TableName: tableName, Select: 'COUNT', ConsistentRead: true })) {
    count += page.Count ?? 0;
  }
  return count;
}

/** How many requests a server answers: for each second that its process works, and for each second on the clock. */
export type Speed = { readonly perCpuSecond: number; readonly perSecond: number };

/** The measurement of a server; all its answers are checked. 0 if the server is missing. */
export function measureSpeed(
  server: Server | undefined,
  nextSecret: () => string,
  { requests, connections }: Sending,
): () => Promise<Speed> {
  if (!server) return async () => ({ perCpuSecond: 0, perSecond: 0 });
  return async () => {
    const before = processCpu(server.pid);
    const clockMs = await sendTo(server.url, nextSecret, { requests, connections });
    const cpuMs = processCpu(server.pid) - before;
    return { perCpuSecond: (requests * 1_000) / cpuMs, perSecond: (requests * 1_000) / clockMs };
  };
}
