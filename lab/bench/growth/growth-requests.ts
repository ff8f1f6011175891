import type { Figure } from '../benchmark.ts';
import { DynamoDbFront } from '../dynamodb-front.ts';
import { noUnits, plus, UnitCounter } from '../dynamodb-units/write-units.ts';
import { startGateway } from '../gateway.ts';
import { writeKeys } from '../keys.ts';
import { sendTo } from '../load.ts';
import { sdkClient, startTables } from '../local-dynamodb.ts';
import { processCpu } from '../processor-time.ts';
import { interleave } from '../rounds.ts';
import { type Server, startServer } from '../start-server.ts';
import { picker, seededRandom } from '../statistics.ts';

const rounds = { warmUp: 2, counted: 5 };
const requests = 150;
const [few, some, many] = [10, 1_000, 100_000];
const directoryOf = (keys: number) => `Directory${keys}`;

/** What a request takes with more and more keys in the Directory, and with more and more requests at once. */
export async function requestGrowth(): Promise<Figure[]> {
  const node = await startServer('upstream/node.ts');
  const pkAndSk = ['Records', ...[few, some, many].map(directoryOf)];
  const dynamoDb = await startTables({ pk: ['Admissions'], pkAndSk });
  const passing = passingOf(dynamoDb.url);
  const url = await passing.front.listen();
  const start = async (keys: number): Promise<Served> => {
    const secrets = await writeKeys(sdkClient(dynamoDb.url), directoryOf(keys), keys);
    const gateway = await startGateway({ dynamoDb: url, upstream: node.url, directory: directoryOf(keys) });
    return { gateway, nextSecret: picker(secrets, seededRandom(keys)) };
  };
  const served = { few: await start(few), some: await start(some), many: await start(many) };
  try {
    const measure = (to: Served, connections: number) => () => costOf(to, connections, passing);
    const taken = await interleave(
      {
        [`${few} keys, 8 at once`]: measure(served.few, 8),
        [`${some} keys, 8 at once`]: measure(served.some, 8),
        [`${many} keys, 8 at once`]: measure(served.many, 8),
        [`${some} keys, 1 at once`]: measure(served.some, 1),
        [`${some} keys, 64 at once`]: measure(served.some, 64),
      },
      rounds,
    );
    return Object.entries(taken).flatMap(([name, costs]) => figuresOf(name, costs));
  } finally {
    for (const { gateway } of Object.values(served)) gateway.stop();
    node.stop();
    passing.front.close();
    await dynamoDb.stop();
  }
}

/** A gateway, and the keys that it knows. */
type Served = { readonly gateway: Server; readonly nextSecret: () => string };

/** What one request takes. */
type Cost = { readonly cpu: number; readonly calls: number; readonly read: number; readonly write: number };

/** All that passes to a DynamoDB. */
type Passing = { readonly front: DynamoDbFront; units(): { readonly read: number; readonly write: number } };

function passingOf(url: string): Passing {
  const counter = new UnitCounter();
  let units = noUnits;
  const front = new DynamoDbFront(url, (exchange) => {
    units = plus(units, counter.count(exchange));
  });
  return { front, units: () => units };
}

async function costOf({ gateway, nextSecret }: Served, connections: number, { front, units }: Passing): Promise<Cost> {
  const before = { cpu: processCpu(gateway.pid), calls: front.calls, ...units() };
  await sendTo(gateway.url, nextSecret, { requests, connections });
  return {
    cpu: ((processCpu(gateway.pid) - before.cpu) * 1_000) / requests,
    calls: (front.calls - before.calls) / requests,
    read: (units().read - before.read) / requests,
    write: (units().write - before.write) / requests,
  };
}

const figuresOf = (name: string, costs: readonly Cost[]): Figure[] => [
  { name: `processor time of a request, ${name}`, unit: 'µs', rounds: costs.map(({ cpu }) => cpu) },
  { name: `DynamoDB calls of a request, ${name}`, unit: 'calls', rounds: costs.map(({ calls }) => calls) },
  { name: `read units of a request, ${name}`, unit: 'read units', rounds: costs.map(({ read }) => read) },
  { name: `write units of a request, ${name}`, unit: 'write units', rounds: costs.map(({ write }) => write) },
];
