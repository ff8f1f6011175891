import type { Benchmark, Figure } from './benchmark.ts';
import { emptyFor, overBothSchemes } from './cold-start/schemes.ts';
import type { Measured } from './cold-start/start-process.ts';
import { interleave } from './rounds.ts';
import { ratios } from './statistics.ts';

/** The first round fills the machine's caches. */
const rounds = { warmUp: 1, counted: 25 };

export const benchmark: Benchmark = {
  title: 'Cold start',
  measures:
    'A process is started as Lambda starts one: it loads a bundle (INIT) and has it answer one event. Processor time is ' +
    'that of the whole process up to the answer, Node’s own start included. DynamoDB and the node are processes beside ' +
    'it, over HTTPS as deployed (TLS 1.3; server, intermediate and root with RSA keys of 2048 bits, as AWS’s endpoints ' +
    'have them), and in the same rounds over plain HTTP, both by a host name. The root is made for the run and trusted ' +
    'through NODE_EXTRA_CA_CERTS, which the empty handler has too; over plain HTTP, none has it.',
  run,
};

async function run(): Promise<readonly Figure[]> {
  const { subjects, stop } = await overBothSchemes();
  const taken = await interleave(subjects, rounds);
  stop();
  return Object.entries(taken).flatMap(([name, measured]) => figuresOf(name, measured, taken[emptyFor(name)] ?? []));
}

function figuresOf(name: string, taken: readonly Measured[], emptyHandler: readonly Measured[]): Figure[] {
  const cpu = taken.map(({ cpuMs }) => cpuMs);
  const against = ratios(
    cpu,
    emptyHandler.map(({ cpuMs }) => cpuMs),
  );
  return [
    { name, unit: 'ms of processor time', rounds: cpu },
    { name: `${name} against an empty handler`, unit: '×', rounds: against },
    { name: `${name}, INIT`, unit: 'ms', rounds: taken.map(({ initMs }) => initMs) },
    { name: `${name}, first answer`, unit: 'ms', rounds: taken.map(({ answerMs }) => answerMs) },
  ];
}
