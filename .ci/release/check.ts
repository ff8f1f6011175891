import { execFileSync } from 'node:child_process';
import { releaseProblems } from './check-release.ts';
import { commitProblems } from './release-commit.ts';

// The first step of the release workflow, at a tag. No package is installed, so this may import none. GITHUB_REF_NAME is the
// tag, GITHUB_REPOSITORY is owner/name.
const { GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: repository } = process.env;
if (!tag || !repository) throw new Error('Set GITHUB_REF_NAME (v0.1.0) and GITHUB_REPOSITORY (owner/name).');

const succeeds = (...args: string[]): boolean => {
  try {
    execFileSync('git', args, { stdio: ['ignore', 'ignore', 'inherit'] });
    return true;
  } catch {
    return false;
  }
};

const problems = releaseProblems({ root: process.cwd(), tag, repository });
if (!succeeds('merge-base', '--is-ancestor', 'HEAD', 'origin/main'))
  problems.push(`The commit of ${tag} is not on main. Release only commits that main has.`);
problems.push(...commitProblems(process.cwd(), tag));
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`${tag} can be released.`);
process.exitCode = problems.length === 0 ? 0 : 1;
