import { createServer, type ServerResponse } from 'node:http';
import { startRuntime } from '../../../bin/start/runtime.ts';
import { LambdaFunction, type LambdaFunctionOptions } from '../../../packages/cdk-local/functions/lambda-function.ts';
import type { Figure } from '../benchmark.ts';
import { writeKeys } from '../keys.ts';
import { callNode, openClient, slotAnswer } from '../load.ts';
import { sdkClient } from '../local-dynamodb.ts';
import { interleave } from '../rounds.ts';
import { startServer } from '../start-server.ts';
import { type Latency, measureLatency } from './sequential.ts';

const rounds = { warmUp: 1, counted: 5 };
const callsPerRound = 50;

/** What one account holds, scaled down from a free one's 150; and executions of each function, twice as many. */
const slowCalls = 12;
const pool = 2 * slowCalls;

/** How much slower a key's calls are while another account holds half of all executions with slow calls. */
export async function amongSlowCalls(): Promise<Figure[]> {
  const slowNode = await holdingNode();
  const quickNode = await startServer('upstream/node.ts');
  const runtime = await startRuntime({
    upstreams: { mainnet: [{ url: slowNode.url }], devnet: [{ url: quickNode.url }] },
    makeFunction: (options: LambdaFunctionOptions) => new LambdaFunction({ ...options, concurrency: pool }),
  });
  const { mainnet = '', devnet = '' } = runtime.endpoints;
  const [slowKey = '', otherKey = ''] = await writeKeys(sdkClient(runtime.dynamodbUrl), runtime.tables.directory, 2);
  const slow = openClient(mainnet, slowCalls);
  const measure = measureLatency(devnet, otherKey, callsPerRound);
  const crowded = async () => {
    const calls = Array.from({ length: slowCalls }, (_, id) => callNode(slow, id, slowKey));
    await slowNode.holds(slowCalls);
    const latency = await measure();
    slowNode.release();
    await Promise.all(calls);
    return latency;
  };
  try {
    const taken = await interleave<'alone' | 'crowded', Latency>({ alone: measure, crowded }, rounds);
    return figuresOf(taken.alone, taken.crowded);
  } finally {
    slow.close();
    await runtime.stop();
    slowNode.stop();
    quickNode.stop();
  }
}

/** A node that holds every request until `answer` is called. */
async function holdingNode() {
  const held: { id: number; response: ServerResponse }[] = [];
  let arrived = () => {};
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    held.push({ id: Number(/"id":(\d+)/.exec(body)?.[1]), response });
    arrived();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    holds: (count: number) =>
      new Promise<void>((resolve) => {
        arrived = () => held.length >= count && resolve();
        arrived();
      }),
    release: () => {
      for (const { id, response } of held.splice(0)) {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(slotAnswer(id));
      }
    },
    stop: () => server.close(),
  };
}

function figuresOf(alone: readonly Latency[], crowded: readonly Latency[]): Figure[] {
  const what = `while another account holds ${slowCalls} of ${pool} executions`;
  return [
    { name: 'through the local runtime, alone, median', unit: 'ms', rounds: alone.map(({ median }) => median) },
    { name: `the same ${what}, median`, unit: 'ms', rounds: crowded.map(({ median }) => median) },
    {
      name: `slower ${what}`,
      unit: '×',
      rounds: crowded.map(({ median }, round) => median / (alone[round]?.median ?? Number.NaN)),
    },
  ];
}
