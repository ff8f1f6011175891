import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';

/** What an object is stored with: its headers by their names in lower case, like `content-type`. */
export type Metadata = Readonly<Record<string, string>>;

const stored = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** Writes an object's metadata into a file of its own. */
export async function writeMetadata(file: string, metadata: Metadata): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(metadata));
}

/** The metadata in that file; none where there is no such file. */
export const readMetadata = async (file: string): Promise<Metadata> =>
  existsSync(file) ? v.parse(stored, await readFile(file, 'utf8')) : {};
