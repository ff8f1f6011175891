import { startRuntime } from '../../../bin/start/runtime.ts';
import type { Figure } from '../benchmark.ts';
import { writeKeys } from '../keys.ts';
import { sdkClient } from '../local-dynamodb.ts';
import { interleave } from '../rounds.ts';
import { startServer } from '../start-server.ts';
import { type Latency, measureLatency } from './sequential.ts';

const rounds = { warmUp: 2, counted: 7 };
const callsPerRound = 100;

/** What a call takes longer through `npm start`'s gateway than straight to the node. */
export async function throughRuntime(): Promise<Figure[]> {
  const node = await startServer('upstream/node.ts');
  const upstream = [{ url: node.url }];
  const runtime = await startRuntime({ upstreams: { mainnet: upstream, devnet: upstream } });
  try {
    const [secret = ''] = await writeKeys(sdkClient(runtime.dynamodbUrl), runtime.tables.directory, 1);
    const taken = await interleave<'direct' | 'gateway', Latency>(
      {
        direct: measureLatency(node.url, secret, callsPerRound),
        gateway: measureLatency(runtime.endpoints.mainnet ?? '', secret, callsPerRound),
      },
      rounds,
    );
    return figuresOf(taken.direct, taken.gateway);
  } finally {
    await runtime.stop();
    node.stop();
  }
}

function figuresOf(direct: readonly Latency[], gateway: readonly Latency[]): Figure[] {
  const figures = (name: 'median' | 'p95'): Figure[] => [
    { name: `straight to the node, ${name}`, unit: 'ms', rounds: direct.map(({ [name]: taken }) => taken) },
    { name: `through the local runtime, ${name}`, unit: 'ms', rounds: gateway.map(({ [name]: taken }) => taken) },
    {
      name: `added by the local runtime, ${name}`,
      unit: 'ms',
      rounds: gateway.map(({ [name]: taken }, round) => taken - (direct[round]?.[name] ?? Number.NaN)),
    },
  ];
  return [...figures('median'), ...figures('p95')];
}
