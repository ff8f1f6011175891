import type { Benchmark, Figure } from './benchmark.ts';
import { type Measured, prepareSubjects } from './cold-start/process.ts';
import { ratios } from './ratios.ts';
import { interleave } from './rounds.ts';
import { startStub } from './start-stub.ts';

/** The first round fills the machine's caches. */
const rounds = { warmUp: 1, counted: 25 };

export const benchmark: Benchmark = {
  title: 'Cold start',
  measures:
    'A process is started as Lambda starts one: it loads a bundle (INIT) and has it answer one event. Processor time is ' +
    'that of the whole process up to the answer, Node’s own start included. DynamoDB and the node are a process beside ' +
    'it, over plain HTTP: the TLS handshakes of real endpoints come on top for whoever makes them.',
  run,
};

async function run(): Promise<readonly Figure[]> {
  const stub = await startStub();
  const taken = await interleave(await prepareSubjects(stub.variables), rounds);
  stub.stop();
  const empty = (taken['empty handler'] ?? []).map(({ cpuMs }) => cpuMs);
  return Object.entries(taken).flatMap(([name, measured]) => figuresOf(name, measured, empty));
}

function figuresOf(name: string, taken: readonly Measured[], empty: readonly number[]): Figure[] {
  const cpu = taken.map(({ cpuMs }) => cpuMs);
  return [
    { name, unit: 'ms of processor time', rounds: cpu },
    { name: `${name} against an empty handler`, unit: '×', rounds: ratios(cpu, empty) },
    { name: `${name}, INIT`, unit: 'ms', rounds: taken.map(({ initMs }) => initMs) },
    { name: `${name}, first answer`, unit: 'ms', rounds: taken.map(({ answerMs }) => answerMs) },
  ];
}
