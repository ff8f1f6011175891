import type { Benchmark, Figure } from './benchmark.ts';
import { type CpuGroup, makeCpuGroup } from './cold-start/cpu-group.ts';
import { overBothSchemes } from './cold-start/schemes.ts';
import { interleave } from './rounds.ts';

const rounds = { warmUp: 1, counted: 9 };
/** Of a function of 512 MB, as 1,769 MB are one vCPU (Lambda developer guide, "Configure Lambda function memory"). */
const share = 512 / 1_769;

export const benchmark: Benchmark = {
  title: 'Cold start with the processor of a small function',
  measures:
    'As above, but by the clock, in a control group that gets 0.29 of one processor, in periods of 20 ms, from the ' +
    'process’s first moment on. Lambda gives a function more than that while it is in INIT.',
  run,
};

async function run(): Promise<readonly Figure[]> {
  const group = makeCpuGroup(share);
  if (!group) return [{ name: 'not measured', unit: 'no control group can be made here', rounds: [0] }];
  try {
    return await measureIn(group);
  } finally {
    group.remove();
  }
}

async function measureIn({ starter }: CpuGroup): Promise<readonly Figure[]> {
  const { subjects, stop } = await overBothSchemes(starter);
  const taken = await interleave(subjects, rounds);
  stop();
  return Object.entries(taken).flatMap(([name, measured]) => [
    { name: `${name}, INIT`, unit: 'ms', rounds: measured.map(({ initMs }) => initMs) },
    { name: `${name}, first answer`, unit: 'ms', rounds: measured.map(({ answerMs }) => answerMs) },
  ]);
}
