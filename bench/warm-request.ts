import * as v from 'valibot';
import { mintSecret } from '../src/keys/secret.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { bundle } from './bundle.ts';
import { cpuTime } from './cpu-time.ts';
import { interleave } from './rounds.ts';
import { startStub } from './start-stub.ts';

const callsPerRound = 400;
const rounds = { warmUp: 5, counted: 15 };

const authorizing = { identitySource: [mintSecret()], routeKey: 'POST /' };
const calling = {
  routeKey: 'POST /',
  headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
  body: '{"jsonrpc":"2.0","id":1,"method":"getHealth"}',
  isBase64Encoded: false,
  requestContext: { authorizer: { lambda: { keyId: 'key', accountId: 'account', planId: 'scale' } } },
};

type Call = () => Promise<unknown>;

const functionOf = <Name extends string>(name: Name) =>
  v.object({ [name]: v.custom<(event?: unknown) => Promise<unknown>>((value) => typeof value === 'function') });

async function load(entry: string, name: 'handler' | 'getItem', event?: unknown): Promise<Call> {
  // By a name of its own: another benchmark may have loaded the same bundle, with other addresses in it.
  const file = `${await bundle(entry, 'esm')}?warm-request`;
  const { [name]: call } = v.parse(functionOf(name), await import(file));
  return async () => call?.(event);
}

/** Microseconds of processor time for one call. */
const microseconds = (call: Call) => async (): Promise<number> => {
  const milliseconds = await cpuTime(async () => {
    for (let calls = 0; calls < callsPerRound; calls += 1) await call();
  });
  return (milliseconds * 1_000) / callsPerRound;
};

async function run(): Promise<readonly Figure[]> {
  const stub = await startStub();
  Object.assign(process.env, stub.variables);
  const taken = await interleave(
    {
      floor: microseconds(await load('get-item/floor.ts', 'getItem')),
      authorizer: microseconds(await load('../lambda/data-plane/authorizer.ts', 'handler', authorizing)),
      proxy: microseconds(await load('../lambda/data-plane/proxy.ts', 'handler', calling)),
    },
    rounds,
  );
  stub.stop();
  const against = (figures: number[]) => figures.map((figure, round) => figure / (taken.floor[round] ?? Number.NaN));
  return [
    { name: 'floor', unit: 'µs', rounds: taken.floor },
    { name: 'authorizer', unit: 'µs', rounds: taken.authorizer },
    { name: 'authorizer against the floor', unit: '×', rounds: against(taken.authorizer) },
    { name: 'proxy', unit: 'µs', rounds: taken.proxy },
    { name: 'proxy against the floor', unit: '×', rounds: against(taken.proxy) },
  ];
}

export const benchmark: Benchmark = {
  title: 'A warm request',
  measures:
    'Processor time of the bundled handlers for one event, in a process that has answered thousands: the authorizer with ' +
    'its one call to DynamoDB, the proxy with its two and the one to the node. The floor is one unsigned POST over ' +
    'Node’s client. A process beside it answers, over plain HTTP, so that TLS is left out.',
  run,
};
