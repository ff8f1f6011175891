import { access, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { Zip, ZipDeflate } from 'fflate';

/** A file of an archive. Its text is read only when its turn comes. */
export type ZipEntry = { readonly name: string; readonly text: AsyncIterable<string> | Iterable<string> };

/** The largest ZIP file without the 64-bit extension, which fflate does not write and not every program reads. */
const maxBytes = 2 ** 32 - 1;

/** The archive, or one of its files, would have 4 GiB or more. */
class ArchiveTooLargeError extends Error {
  override readonly name = 'ArchiveTooLargeError';
  readonly code = 'archive_too_large';

  constructor(name: string) {
    super(`${name} is larger than 4 GiB, the limit of a ZIP file. Export one month at a time: --month YYYY-MM.`);
  }
}

/** The file exists. */
class FileExistsError extends Error {
  override readonly name = 'FileExistsError';
  readonly code = 'file_exists';
}

/**
 * Writes an archive with little memory, whatever its size, and returns its bytes. Until it is complete it has the name
 * `path.part`. It is removed if the export fails.
 * @param limit the most bytes of the archive and of a file in it; for tests
 * @throws {FileExistsError} @throws {ArchiveTooLargeError} @throws every error of the entries
 */
export async function writeZipFile(path: string, entries: Iterable<ZipEntry>, limit = maxBytes): Promise<number> {
  const part = `${path}.part`;
  if (await exists(path)) throw new FileExistsError(`${path} exists. Choose another name.`);
  if (await exists(part)) {
    throw new FileExistsError(
      `${part} exists: another export is running, or was killed. Remove it if none is running.`,
    );
  }
  // It holds personal data.
  const file = await open(part, 'wx', 0o600);
  try {
    const bytes = await writeEntries(file, entries, limit);
    await file.sync();
    await file.close();
    await rename(part, path);
    return bytes;
  } catch (error) {
    await file.close();
    await rm(part, { force: true });
    throw error;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const chunkLength = 256 * 1_024;

async function writeEntries(file: FileHandle, entries: Iterable<ZipEntry>, limit: number): Promise<number> {
  let [bytes, failure]: [number, Error | null] = [0, null];
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    chunks.push(chunk);
  });
  const flush = async () => {
    if (failure) throw failure;
    for (const chunk of chunks) {
      await file.appendFile(chunk);
      bytes += chunk.length;
    }
    chunks = [];
    if (bytes > limit) throw new ArchiveTooLargeError('The archive');
  };
  for (const { name, text } of entries) {
    const entry = new ZipDeflate(name);
    zip.add(entry);
    let size = 0;
    for await (const chunk of encoded(text)) {
      size += chunk.length;
      if (size > limit) throw new ArchiveTooLargeError(name);
      entry.push(chunk);
      await flush();
    }
    entry.push(new Uint8Array(), true);
    await flush();
  }
  zip.end();
  await flush();
  return bytes;
}

async function* encoded(text: ZipEntry['text']): AsyncGenerator<Uint8Array> {
  let buffered = '';
  for await (const part of text) {
    buffered += part;
    if (buffered.length < chunkLength) continue;
    yield Buffer.from(buffered);
    buffered = '';
  }
  yield Buffer.from(buffered);
}
