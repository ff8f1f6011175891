import type { Benchmark, Figure } from './benchmark.ts';
import { interleave } from './rounds.ts';
import { ratios } from './statistics.ts';
import { keys, measureSpeed, type Speed, startWorld, type World } from './throughput/throughput-world.ts';

/** So many warm up that V8 has compiled all it will: with fewer, the stack of libraries is still getting faster. */
const rounds = { warmUp: 9, counted: 9 };
const connections = 16;
/** For each round; those of the faster ones are more, so that each is measured for about as long. */
const requests = { sluice: 600, fastify: 300, nginx: 3_000 };

export const benchmark: Benchmark = {
  title: 'Throughput',
  measures:
    'Three gateways in front of the same node, a process that answers at once, in one run: Sluice’s bundled authorizer and ' +
    'proxy in one process behind a thin HTTP server that makes the events of an HTTP API and passes them as JSON; fastify ' +
    'with @fastify/http-proxy, two limiters of rate-limiter-flexible over DynamoDB (second and day), a strongly consistent ' +
    'look-up of the key and a record written before the answer, by the AWS SDK; and nginx, which only forwards. The first ' +
    `two work on the same DynamoDB Local, with ${keys} keys. ${connections} connections, each answer checked, each record counted ` +
    'afterwards. Requests a second of processor time count the gateway’s process alone: that is what is paid for. On the ' +
    'clock, gateway, node, DynamoDB Local and the sender share the cores, and DynamoDB Local takes most of them. Lambda, ' +
    'which answers one request at a time in each process, and TLS are left out; so are the tallies.',
  run,
};

async function run(): Promise<Figure[]> {
  const world = await startWorld();
  const { sluice, fastify, nginx } = world;
  try {
    const taken = await interleave<'sluice' | 'fastify' | 'nginx', Speed>(
      {
        sluice: measureSpeed(sluice, world.nextSecret, { requests: requests.sluice, connections }),
        fastify: measureSpeed(fastify, world.nextSecret, { requests: requests.fastify, connections }),
        nginx: measureSpeed(nginx, world.nextSecret, { requests: requests.nginx, connections }),
      },
      rounds,
    );
    const sent = rounds.warmUp + rounds.counted;
    await world.checkRecords({ sluice: sent * requests.sluice, fastify: sent * requests.fastify });
    return [...speedFigures(taken, nginx !== undefined), ...(await callFigures(world))];
  } finally {
    await world.stop();
  }
}

type Taken = Readonly<Record<'sluice' | 'fastify' | 'nginx', readonly Speed[]>>;

function speedFigures({ sluice, fastify, nginx }: Taken, hasNginx: boolean): Figure[] {
  const figures = (unit: string, of: (speed: Speed) => number): Figure[] => [
    { name: `Sluice, ${unit}`, unit, rounds: sluice.map(of) },
    { name: `fastify stack, ${unit}`, unit, rounds: fastify.map(of) },
    { name: `nginx, ${unit}`, unit: hasNginx ? unit : 'not measured: there is no nginx here', rounds: nginx.map(of) },
    { name: `Sluice against the fastify stack, ${unit}`, unit: '×', rounds: ratios(sluice.map(of), fastify.map(of)) },
  ];
  return [
    ...figures('requests/s of processor time', ({ perCpuSecond }) => perCpuSecond),
    ...figures('requests/s on the clock', ({ perSecond }) => perSecond),
  ];
}

async function callFigures({ callsOf }: World): Promise<Figure[]> {
  return [
    { name: 'Sluice, DynamoDB calls per request', unit: 'calls', rounds: [await callsOf('sluice')] },
    { name: 'fastify stack, DynamoDB calls per request', unit: 'calls', rounds: [await callsOf('fastify')] },
  ];
}
