import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { prepareRelease } from './prepare-release.ts';
import { ReleaseError } from './release-error.ts';

// npm run release: see docs/releasing.md.

const usage = `Prepares a release: the version in every package.json, CHANGELOG.md and the base of the upgrade test.
Commits nothing. Usage: npm run release -- [options]

  --version X.Y.Z   release this version (default: from the types of the commits since the last tag)
  --dry-run         only print the version
  --help`;

try {
  const { values } = parseArgs({
    options: {
      version: { type: 'string' },
      'dry-run': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) console.log(usage);
  else release({ version: values.version, dryRun: values['dry-run'] });
} catch (error) {
  if (!(error instanceof ReleaseError) && !isUsageError(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function release(options: { version?: string | undefined; dryRun?: boolean | undefined }) {
  const version = prepareRelease({
    ...options,
    root: process.cwd(),
    today: new Date().toISOString().slice(0, 10),
    upgradeTest,
  });
  if (options.dryRun) return console.log(`The next version is ${version}. Nothing was changed.`);
  console.log(`Version ${version} is prepared. Read the diff, then commit it:

  git add --all && git commit -m 'chore(release): ${version}'

When this commit is on main and CI has passed for it, tag it, and none after it. The tag starts the release workflow:

  git tag -a v${version} -m 'Sluice ${version}' COMMIT && git push origin v${version}`);
}

function upgradeTest(): void {
  try {
    execFileSync('npm', ['test', '--', 'test/upgrade'], { stdio: 'inherit' });
  } catch {
    throw new ReleaseError(
      'npm test -- test/upgrade failed, as printed above. Fix the failure on main, and try again.',
    );
  }
}

function isUsageError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
