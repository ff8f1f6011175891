import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { systemClock } from '../../src/time.ts';
import { stack, TrialStage } from './stage.ts';
import { steps } from './steps.ts';
import { Transcript } from './transcript.ts';

type Options = {
  readonly file: string;
  /** Options of the synthesis. */
  readonly context?: readonly string[];
  /** Takes out of an assembly what an emulator lacks. */
  readonly prepare?: (assembly: string) => void;
};

const template = v.pipe(v.string(), v.parseJson(), v.object({ Resources: v.record(v.string(), v.unknown()) }));

/** Runs some of the steps, by default all, in their order. @throws at the first that fails */
export async function runSteps(names: readonly string[], { file, context = [], prepare }: Options): Promise<void> {
  const transcript = new Transcript(file, `npm run first-deployment, ${new Date(systemClock()).toISOString()}`);
  const stage = new TrialStage(transcript);
  try {
    await stage.synthesize(context);
    prepare?.(stage.assembly);
    const { Resources } = v.parse(template, readFileSync(join(stage.assembly, `${stack}.template.json`), 'utf8'));
    for (const name of [stack, ...Object.keys(Resources)]) transcript.ownNames.add(name);
    for (const [name, { about, run }] of Object.entries(steps)) {
      if (names.length > 0 && !names.includes(name)) continue;
      transcript.write(`\n## ${name}: ${about}`);
      await run(stage);
      transcript.write(`${name}: done`);
    }
  } finally {
    rmSync(stage.folder, { recursive: true, force: true });
  }
}
