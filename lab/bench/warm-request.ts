import { basename } from 'node:path';
import * as v from 'valibot';
import { mintSecret } from '../../src/keys/secret.ts';
import { makeAuthority, trust } from './authority.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { bundle } from './bundle.ts';
import { cpuTime } from './processor-time.ts';
import { interleave } from './rounds.ts';
import { startStub } from './start-server.ts';
import { ratios } from './statistics.ts';

const callsPerRound = 400;
const rounds = { warmUp: 5, counted: 15 };

const authorizing = { identitySource: [mintSecret()], rawPath: '/' };
const calling = (method: string) => ({
  rawPath: '/',
  headers: { 'x-api-key': mintSecret(), 'content-type': 'application/json', 'accept-encoding': 'gzip' },
  body: `{"jsonrpc":"2.0","id":1,"method":"${method}"}`,
  isBase64Encoded: false,
});

type Call = () => Promise<unknown>;

const functionOf = <Name extends string>(name: Name) =>
  v.object({ [name]: v.custom<(event?: unknown) => Promise<unknown>>((value) => typeof value === 'function') });

/** One for each scheme, as a function reads its endpoints once. */
async function load(entry: string, name: 'handler' | 'getItem', scheme: string, event?: unknown): Promise<Call> {
  const file = await bundle(entry, 'esm', `warm-${scheme}-${basename(entry, '.ts')}`);
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

/** What is measured over one scheme, with the servers that the variables name. */
async function callsOver(scheme: string, variables: NodeJS.ProcessEnv) {
  Object.assign(process.env, variables);
  const [authorizer, proxy] = ['../../lambda/authorizer.ts', '../../lambda/proxy.ts'] as const;
  return {
    floor: microseconds(await load('floor.ts', 'getItem', scheme)),
    authorizer: microseconds(await load(authorizer, 'handler', scheme, authorizing)),
    proxy: microseconds(await load(proxy, 'handler', scheme, calling('getHealth'))),
    'proxy, a write': microseconds(await load(proxy, 'handler', scheme, calling('sendTransaction'))),
  };
}

const suffix = ', plain HTTP';

async function run(): Promise<readonly Figure[]> {
  const authority = makeAuthority();
  trust(authority);
  const [secure, plain] = [await startStub(authority), await startStub()];
  const overHttps = await callsOver('https', secure.variables);
  const overHttp = Object.entries(await callsOver('http', plain.variables));
  const all = { ...overHttps, ...Object.fromEntries(overHttp.map(([name, call]) => [`${name}${suffix}`, call])) };
  const taken = await interleave<string>(all, rounds);
  secure.stop();
  plain.stop();
  return Object.entries(taken).flatMap(([name, figures]) =>
    figuresOf(name, figures, taken[name.endsWith(suffix) ? `floor${suffix}` : 'floor'] ?? []),
  );
}

function figuresOf(name: string, taken: readonly number[], floor: readonly number[]): Figure[] {
  const own = { name, unit: 'µs', rounds: taken };
  return taken === floor
    ? [own]
    : [own, { name: `${name} against the floor`, unit: '×', rounds: ratios(taken, floor) }];
}

export const benchmark: Benchmark = {
  title: 'A warm request',
  measures:
    'Processor time of the bundled handlers for one event, in a process that has answered thousands: the authorizer with ' +
    'its one call to DynamoDB, the proxy with its three and the one to the node. A write (`sendTransaction`) goes to the node ' +
    'over a new connection, with a TLS session that is resumed. The floor is one unsigned POST over ' +
    'Node’s client. Processes beside it answer, over HTTPS (TLS 1.3, connections kept) as deployed, and in the same rounds ' +
    'over plain HTTP.',
  run,
};
