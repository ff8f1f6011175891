import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** The data folder cannot be used. The message says why. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
  readonly code: 'unwritable' | 'in_use';

  constructor(code: DataFolderError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Where the parts of the runtime keep their files; `undefined` means in memory. */
export type DataFolders = {
  readonly assembly: string;
  readonly buckets: string;
  readonly tables: string | undefined;
  readonly checkpoints: string | undefined;
  readonly secrets: string;
  readonly userPools: string;
  /** Releases the data folder and removes the temporary one. */
  readonly close: () => void;
};

/**
 * Makes the folders of one run: data that a restart needs goes under the data folder, the rest into a temporary one.
 * @throws {DataFolderError} if the data folder cannot be written, or another runtime uses it.
 */
export function openDataFolders(dataDir: string | undefined): DataFolders {
  const release = dataDir === undefined ? () => {} : occupy(resolve(dataDir));
  const temporary = mkdtempSync(join(tmpdir(), 'sluice-'));
  const kept = (name: string) => (dataDir === undefined ? undefined : join(resolve(dataDir), name));
  return {
    assembly: join(temporary, 'cdk.out'),
    buckets: kept('buckets') ?? join(temporary, 'buckets'),
    tables: kept('tables'),
    checkpoints: kept('checkpoints'),
    secrets: kept('secrets') ?? join(temporary, 'secrets'),
    userPools: kept('user-pools') ?? join(temporary, 'user-pools'),
    close: () => {
      rmSync(temporary, { recursive: true, force: true });
      release();
    },
  };
}

/** Locks the folder for this process and returns the unlock function. A lock of a dead process is ignored. */
function occupy(folder: string): () => void {
  const lock = join(folder, 'lock');
  try {
    makeFolder(folder);
    if (isAlive(holderOf(lock))) {
      throw new DataFolderError('in_use', `The data folder ${folder} is in use by process ${holderOf(lock)}.`);
    }
    writeFileSync(lock, String(process.pid));
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    throw new DataFolderError('unwritable', `The data folder ${folder} cannot be written.`, { cause: error });
  }
  return () => rmSync(lock, { force: true });
}

/**
 * Folder by folder, because Node's recursive mkdir never returns under /proc, which refuses new folders with ENOENT.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  // It gets keys, addresses and hashes of passwords.
  mkdirSync(folder, { mode: 0o700 });
}

function holderOf(lock: string): number | undefined {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return undefined;
  }
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined || !Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
