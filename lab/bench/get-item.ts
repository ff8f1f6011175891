import * as v from 'valibot';
import { makeAuthority, trust } from './authority.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { bundle } from './bundle.ts';
import { cpuTime } from './processor-time.ts';
import { interleave } from './rounds.ts';
import { startStub } from './start-server.ts';

const callsPerRound = 1_000;

type GetItem = () => Promise<unknown>;

const clientModule = v.object({ getItem: v.custom<GetItem>((value) => typeof value === 'function') });

/** A client, bundled as the functions are that use it; one for each scheme, as it reads its endpoint once. */
const load = async (name: string, scheme: string): Promise<GetItem> =>
  v.parse(clientModule, await import(await bundle(`get-item/${name}.ts`, 'esm', `${name}-${scheme}`))).getItem;

/** Microseconds of processor time for one call. */
const microseconds = (getItem: GetItem) => async (): Promise<number> => {
  const milliseconds = await cpuTime(async () => {
    for (let call = 0; call < callsPerRound; call += 1) await getItem();
  });
  return (milliseconds * 1_000) / callsPerRound;
};

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

async function over(scheme: 'https' | 'http', variables: NodeJS.ProcessEnv): Promise<readonly Figure[]> {
  Object.assign(process.env, variables);
  const suffix = scheme === 'https' ? '' : ', plain HTTP';
  const floor = await load('floor', scheme);
  return against(floor, `own${suffix}`, await load('own', scheme));
}

async function run(): Promise<readonly Figure[]> {
  const authority = makeAuthority();
  trust(authority);
  const [secure, plain] = [await startStub(authority), await startStub()];
  const figures = [...(await over('https', secure.variables)), ...(await over('http', plain.variables))];
  secure.stop();
  plain.stop();
  return figures;
}

export const benchmark: Benchmark = {
  title: 'One warm GetItem',
  measures:
    'Processor time of one GetItem in a process that has made thousands: over the gateway’s own client. ' +
    'The floor is a POST over Node’s client with nothing signed, marshalled, checked or timed. A process beside it ' +
    'answers, over HTTPS (TLS 1.3, connections kept) as deployed, and then over plain HTTP; the credentials have a session ' +
    'token, as Lambda’s have.',
  run,
};
