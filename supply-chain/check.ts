import { integrityProblems } from './integrity.ts';
import { licenceProblems } from './licences.ts';
import { foreign, readLockFile } from './lock-file.ts';

/** npm run supply-chain: tells what is wrong with the lock file and the licences in it, and ends with 1 if anything is. */
const lock = readLockFile('package-lock.json');
const problems = [...integrityProblems(lock), ...licenceProblems(lock)];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${foreign(lock).length} packages, ${problems.length} problems\n`);
if (problems.length > 0) process.exitCode = 1;
