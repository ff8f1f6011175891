import { parseArgs } from 'node:util';
import { thisMachine } from '../bench/machine.ts';
import { thisRun } from '../bench/this-run.ts';
import { gateway } from './gateway/gateway-under-chaos.ts';
import { type Part, writeSection } from './part.ts';
import { revocation } from './revocation/revocation.ts';

const parts: Readonly<Record<string, Part>> = { gateway, revocation };

const help = `Runs the gateway with faults all around it, and holds what it promises against what happened.

  npm run lab -- chaos [PART…] [--seed N] [--scale X]

  PART      one of ${Object.keys(parts).join(', ')}  (default: all)
  --seed    where the random numbers begin (default: 1)
  --scale   how long it lasts: 1 is some 20 minutes on two free cores (default: 1)
  --page    write what it shows into docs/reliability.md

Ends with 1 when a promise is broken.
`;

const say = (event: string, fields: Readonly<Record<string, unknown>>): void =>
  void process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);

async function run(names: readonly string[], seed: number, scale: number, page: boolean): Promise<void> {
  say('chaos', { seed, scale, machine: thisMachine() });
  for (const name of names) {
    const part = parts[name];
    if (!part) throw new Error(`There is no part ${JSON.stringify(name)}; --help names them.`);
    const provenance = thisRun(`npm run lab -- chaos ${name}`);
    const startedAt = performance.now();
    const { section, broken, counted } = await part({ seed, scale, say });
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    say(name, { seconds, counted, broken });
    if (broken.length > 0) process.exitCode = 1;
    if (page) writeSection(section.name, `Seed ${seed}, scale ${scale}, ${seconds} s.\n\n${section.text}`, provenance);
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    scale: { type: 'string', default: '1' },
    page: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(help);
else
  await run(
    positionals.length > 0 ? positionals : Object.keys(parts),
    Number(values.seed),
    Number(values.scale),
    values.page,
  );
