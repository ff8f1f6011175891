import { readFileSync } from 'node:fs';
import * as v from 'valibot';

/** A file of the data folder is not as it was written. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  readonly code = 'damaged_file';

  constructor(file: string, options?: ErrorOptions) {
    super(
      `${file} is damaged, or of another version. Use another data folder, or delete this one with its users, keys and usage.`,
      options,
    );
  }
}

/**
 * Reads a file that an earlier run wrote as JSON.
 * @throws {DamagedFileError}
 */
export function readSavedFile<S extends v.GenericSchema>(file: string, schema: S): v.InferOutput<S> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), readFileSync(file, 'utf8'));
  if (read.success) return read.output;
  throw new DamagedFileError(file);
}
