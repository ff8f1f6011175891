import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const version = 'v8.30.1';
// Outside of this checkout, because CI has a new one for each run.
const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sluice/gitleaks', version);

/** The scanner gitleaks. `build` makes it once, from the Go module proxy: that takes a minute of a processor. */
export const gitleaksProgram = {
  path: join(folder, 'gitleaks'),
  build: async (): Promise<void> => {
    mkdirSync(folder, { recursive: true });
    const env = { ...process.env, GOBIN: folder, GOFLAGS: '-mod=mod' };
    await run('go', ['install', `github.com/zricethezav/gitleaks/v8@${version}`], { env });
  },
};
