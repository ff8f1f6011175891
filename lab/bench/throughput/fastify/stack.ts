import { createHash } from 'node:crypto';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import httpProxy from '@fastify/http-proxy';
import { fastify } from 'fastify';
import { RateLimiterDynamo, RateLimiterRes } from 'rate-limiter-flexible';
import { ulid } from 'ulid';

// What one would build of libraries: fastify as the server, @fastify/http-proxy to forward, rate-limiter-flexible over
// DynamoDB for the second and the day, and the SDK to look the key up and to write a record. It finds its keys in
// Sluice's own Directory, by one strongly consistent read, and its record is there before the answer goes out. It
// prints its port.

const { UPSTREAM = '' } = process.env;

const dynamoDb = new DynamoDB({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 10_000, httpAgent: { maxSockets: 256 } },
});

const limiter = (keyPrefix: string, points: number, duration: number) =>
  new RateLimiterDynamo({
    storeClient: dynamoDb,
    tableName: 'RateLimits',
    tableCreated: true,
    ttlSet: true,
    keyPrefix,
    points,
    duration,
  });
// As much as the plan of Sluice's keys.
const perSecond = limiter('second', 800, 1);
const perDay = limiter('day', 2_000_000, 86_400);

/** Once more where a window ended between the limiter's two writes, which it reports as an error. */
async function consume(from: RateLimiterDynamo, keyId: string): Promise<void> {
  await from.consume(keyId).catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) throw refused;
    return from.consume(keyId);
  });
}

async function findKey(secret: string): Promise<string | undefined> {
  const hash = createHash('sha256').update(secret).digest('hex');
  const { Item } = await dynamoDb.getItem({
    TableName: 'Directory',
    Key: { pk: { S: `SECRET#${hash}` }, sk: { S: 'SECRET' } },
    ConsistentRead: true,
  });
  return Item?.state?.S === 'active' && Item.planState?.S === 'active' ? Item.keyId?.S : undefined;
}

const keyIds = new WeakMap<object, string>();
const server = fastify({ logger: false });

await server.register(httpProxy, {
  upstream: UPSTREAM,
  async preHandler(request, reply) {
    const keyId = await findKey(String(request.headers['x-api-key']));
    if (keyId === undefined) return reply.code(403).send({ message: 'Forbidden' });
    try {
      await Promise.all([consume(perSecond, keyId), consume(perDay, keyId)]);
    } catch (refused) {
      return reply.code(refused instanceof RateLimiterRes ? 429 : 503).send();
    }
    keyIds.set(request, keyId);
  },
});

server.addHook('onSend', async (request, reply) => {
  const keyId = keyIds.get(request);
  if (keyId === undefined) return;
  const at = Date.now();
  await dynamoDb.putItem({
    TableName: 'RecordsOfTheStack',
    Item: {
      pk: { S: `${keyId}#${new Date(at).toISOString().slice(0, 10)}` },
      sk: { S: ulid(at) },
      keyId: { S: keyId },
      network: { S: 'mainnet' },
      at: { N: String(at) },
      durationMs: { N: String(Math.round(reply.elapsedTime)) },
      status: { N: String(reply.statusCode) },
      requestBytes: { N: String(request.headers['content-length'] ?? 0) },
      responseBytes: { N: String(reply.getHeader('content-length') ?? 0) },
      expiresAt: { N: String(Math.floor(at / 1_000) + 90 * 86_400) },
    },
  });
});

const address = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${new URL(address).port}\n`);
// It ends with the process that started it.
process.stdin.resume().once('close', () => process.exit());
