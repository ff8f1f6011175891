import type { Figure } from '../benchmark.ts';
import { DynamoDbFront } from '../dynamodb-front.ts';
import { startGateway } from '../gateway.ts';
import { writeKeys } from '../keys.ts';
import { sdkClient, startTables } from '../local-dynamodb.ts';
import { interleave } from '../rounds.ts';
import { startServer } from '../start-server.ts';
import { type Latency, measureLatency } from './sequential.ts';

const rounds = { warmUp: 1, counted: 7 };
const callsPerRound = 6;
/** Two delays, so that what delaying itself costs, like waking up again, is in both. */
const delays = { short: 20, long: 60 };
/** Longer than two calls to DynamoDB, as a node's answer over the internet is. */
const nodeMs = 150;

/** Reads are forwarded while their key is read and they are admitted; calls that change the chain only then. */
const methods = { read: 'getSlot', write: 'sendTransaction' } as const;

/** How many calls to DynamoDB a call waits for one after the other: what it takes longer when each of them does. */
export async function roundTrips(): Promise<Figure[]> {
  const node = await startServer('upstream/node.ts', { DELAY_MS: String(nodeMs) });
  const dynamoDb = await startTables({ pk: ['Admissions'], pkAndSk: ['Directory', 'Records'] });
  const [secret = ''] = await writeKeys(sdkClient(dynamoDb.url), 'Directory', 1);
  const front = new DynamoDbFront(dynamoDb.url);
  const gateway = await startGateway({ dynamoDb: await front.listen(), upstream: node.url });
  const measure = (kind: keyof typeof methods, delay: keyof typeof delays) =>
    under(front, delays[delay], measureLatency(gateway.url, secret, callsPerRound, methods[kind]));
  try {
    const taken = await interleave<`${keyof typeof methods} ${keyof typeof delays}`, Measured>(
      {
        'read short': measure('read', 'short'),
        'read long': measure('read', 'long'),
        'write short': measure('write', 'short'),
        'write long': measure('write', 'long'),
      },
      rounds,
    );
    return [
      ...figuresOf('a read call', taken['read short'], taken['read long']),
      ...figuresOf('a write call (`sendTransaction`)', taken['write short'], taken['write long']),
    ];
  } finally {
    gateway.stop();
    node.stop();
    front.close();
    await dynamoDb.stop();
  }
}

/** Latency, how long a call to DynamoDB was held up on average, and how many of them a request made. */
type Measured = { readonly latency: Latency; readonly heldMs: number; readonly calls: number };

function figuresOf(call: string, short: readonly Measured[], long: readonly Measured[]): Figure[] {
  const waits = long.map((longer, round) => waitsBetween(short[round] ?? longer, longer));
  return [
    { name: `sequential DynamoDB round trips of ${call}`, unit: 'round trips', rounds: waits },
    { name: `DynamoDB calls of ${call}`, unit: 'calls', rounds: long.map(({ calls }) => calls) },
  ];
}

const waitsBetween = (short: Measured, long: Measured): number =>
  (long.latency.median - short.latency.median) / (long.heldMs - short.heldMs);

const under = (front: DynamoDbFront, milliseconds: number, measure: () => Promise<Latency>) => async () => {
  const before = { calls: front.calls, heldMs: front.heldMs };
  front.delayMs = milliseconds;
  const latency = await measure();
  const calls = front.calls - before.calls;
  return { latency, heldMs: (front.heldMs - before.heldMs) / calls, calls: calls / callsPerRound };
};
