import { join } from 'node:path';
import { appProgram, repository, SynthError } from '../../bin/start/synth.ts';
import { ProgramHost } from './program-host.ts';

let host: ProgramHost | undefined;

/**
 * Runs the CDK app in a process that this one keeps until it ends: to load the CDK takes four times as long as a
 * synthesis.
 */
export async function runInHost(env: NodeJS.ProcessEnv): Promise<void> {
  host ??= new ProgramHost({ endsWithParent: true });
  const { code, err } = await host.run({
    script: join(repository, appProgram),
    args: [],
    cwd: repository,
    env,
    input: '',
  });
  if (code !== 0) throw new SynthError(`exit status ${code}`, err);
}
