import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { functionsSchema, presentFunctions, type ReleasedFunctions } from './present-functions.ts';
import { makeTemplates, type ReleaseTemplates } from './templates/make-templates.ts';
import { templateSchema } from './templates/template-changes.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

const baseSchema = v.strictObject({
  /** The last release; null before the first: then the tests here compare the present state with itself. */
  version: v.nullable(v.string()),
  /** Its code. Before the first release, that with which `npm run lab -- emulator upgrade` begins. */
  commit: v.string(),
  /** Resources, outputs and functions that an upgrade may lose, each with what operators do. */
  intended: v.record(v.string(), v.string()),
});

/** What the next release is compared with: base.json, which `npm run release` writes. */
export const readBase = (): v.InferOutput<typeof baseSchema> =>
  v.parse(
    v.pipe(v.string(), v.parseJson(), baseSchema),
    readFileSync(join(repository, 'test/upgrade/base.json'), 'utf8'),
  );

export const functionsOfBase = async (): Promise<ReleasedFunctions> =>
  readBase().version === null ? presentFunctions() : v.parse(functionsSchema, madeByBase('functions'));

export const templatesOfBase = async (): Promise<ReleaseTemplates> =>
  readBase().version === null
    ? makeTemplates()
    : v.parse(v.record(v.string(), templateSchema), madeByBase('templates'));

/** The base makes its parts itself: see make-part.ts. */
function madeByBase(part: 'functions' | 'templates'): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-base-'));
  try {
    const cwd = checkOut(readBase().commit, join(folder, 'checkout'));
    const file = join(folder, 'part.json');
    execFileSync(process.execPath, ['test/upgrade/make-part.ts', part, file], { cwd });
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The sources of a commit in a new folder, with today's packages. */
export function checkOut(commit: string, folder: string): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: repository, maxBuffer: 1e9 });
  // A shallow clone, such as that of CI, does not have it.
  if (git('cat-file', '-e', commit).status !== 0) git('fetch', '--quiet', '--depth', '1', 'origin', commit);
  mkdirSync(folder);
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit).stdout });
  for (const installed of ['node_modules', 'dashboard/node_modules'])
    symlinkSync(join(repository, installed), join(folder, installed));
  return folder;
}
