import { type Entry, type LockFile, readLockFile } from '../../supply-chain/lock-file.ts';

/** The repository's own lock file. */
export const ownLockFile = (): LockFile => readLockFile('package-lock.json');

/** An entry as a good one is, but for what is given. */
export const anEntry = (given: Partial<Entry> = {}): Entry => ({
  version: '1.0.0',
  integrity: 'sha512-abc',
  license: 'MIT',
  resolved: undefined,
  link: false,
  inBundle: false,
  dev: false,
  dependencies: {},
  optionalDependencies: {},
  ...given,
});
