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
/** Longer than a call to DynamoDB, as a node's answer over the internet is. */
const nodeMs = 80;

/** How many calls to DynamoDB a read waits for one after the other: what it takes longer when each of them does. */
export async function roundTrips(): Promise<Figure[]> {
  const node = await startServer('upstream/node.ts', { DELAY_MS: String(nodeMs) });
  const dynamoDb = await startTables({ pk: ['Admissions'], pkAndSk: ['Directory', 'Records'] });
  const [secret = ''] = await writeKeys(sdkClient(dynamoDb.url), 'Directory', 1);
  const front = new DynamoDbFront(dynamoDb.url);
  const gateway = await startGateway({ dynamoDb: await front.listen(), upstream: node.url });
  const measure = measureLatency(gateway.url, secret, callsPerRound);
  try {
    const taken = await interleave<'short' | 'long', Measured>(
      { short: under(front, delays.short, measure), long: under(front, delays.long, measure) },
      rounds,
    );
    const waits = taken.long.map((long, round) => waitsBetween(taken.short[round] ?? long, long));
    return [
      // A round trip is waited for or it is not: what the measure adds to a whole number is the noise of the clock.
      { name: 'sequential DynamoDB round trips of a read call', unit: 'round trips', rounds: waits.map(Math.round) },
      { name: 'the same, as measured', unit: 'round trips', rounds: waits },
      { name: 'DynamoDB calls of a read call', unit: 'calls', rounds: taken.long.map(({ calls }) => calls) },
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

const waitsBetween = (short: Measured, long: Measured): number =>
  (long.latency.median - short.latency.median) / (long.heldMs - short.heldMs);

const under = (front: DynamoDbFront, milliseconds: number, measure: () => Promise<Latency>) => async () => {
  const before = { calls: front.calls, heldMs: front.heldMs };
  front.delayMs = milliseconds;
  const latency = await measure();
  const calls = front.calls - before.calls;
  return { latency, heldMs: (front.heldMs - before.heldMs) / calls, calls: calls / callsPerRound };
};
