import { join } from 'node:path';
import { appProgram, repository, SynthError } from '../../bin/start/synth.ts';
import { runInHost } from './program-host.ts';

/**
 * Runs the CDK app in the process that this one keeps until it ends: to load the CDK takes four times as long as a
 * synthesis.
 */
export async function runAppInHost(env: NodeJS.ProcessEnv): Promise<void> {
  const { code, err } = await runInHost({
    script: join(repository, appProgram),
    args: [],
    cwd: repository,
    env,
    input: '',
  });
  if (code !== 0) throw new SynthError(`exit status ${code}`, err);
}
