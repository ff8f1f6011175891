import * as v from 'valibot';
import type { Benchmark, Figure } from './benchmark.ts';
import { bundle } from './bundle.ts';
import { cpuTime } from './cpu-time.ts';
import { interleave } from './rounds.ts';
import { startStub } from './start-stub.ts';

const callsPerRound = 1_000;

type GetItem = () => Promise<unknown>;

const clientModule = v.object({ getItem: v.custom<GetItem>((value) => typeof value === 'function') });

/** A client, bundled as the functions are that use it. */
const load = async (name: string, format: 'esm' | 'cjs'): Promise<GetItem> =>
  v.parse(clientModule, await import(await bundle(`get-item/${name}.ts`, format))).getItem;

/** Microseconds of processor time for one call. */
const microseconds = (getItem: GetItem) => async (): Promise<number> => {
  const milliseconds = await cpuTime(async () => {
    for (let call = 0; call < callsPerRound; call += 1) await getItem();
  });
  return (milliseconds * 1_000) / callsPerRound;
};

/** Each against the floor alone: in turn with the SDK, its garbage would be collected on the others' time. */
async function against(floor: GetItem, name: string, getItem: GetItem): Promise<Figure[]> {
  const taken = await interleave(
    { floor: microseconds(floor), own: microseconds(getItem) },
    { warmUp: 6, counted: 25 },
  );
  const ratios = taken.own.map((figure, round) => figure / (taken.floor[round] ?? Number.NaN));
  return [
    { name, unit: 'µs', rounds: taken.own },
    { name: `${name} against the floor`, unit: '×', rounds: ratios },
  ];
}

async function run(): Promise<readonly Figure[]> {
  const stub = await startStub();
  Object.assign(process.env, stub.variables);
  const floor = await load('floor', 'esm');
  const own = await against(floor, 'own', await load('own', 'esm'));
  const sdk = await against(floor, 'SDK', await load('sdk', 'cjs'));
  stub.stop();
  return [...own, ...sdk];
}

export const benchmark: Benchmark = {
  title: 'One warm GetItem',
  measures:
    'Processor time of one GetItem in a process that has made thousands: over the gateway’s own client, and over the ' +
    'SDK. The floor is a POST over Node’s client with nothing signed, marshalled, checked or timed. A process beside it ' +
    'answers, over plain HTTP, so that TLS is left out; the credentials have a session token, as Lambda’s have.',
  run,
};
