import { access, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { errorClass } from '../../src/error-class.ts';

/** A file of an archive. Its text is read only when its turn comes. */
export type ZipEntry = { readonly name: string; readonly text: AsyncIterable<string> | Iterable<string> };

class FileExistsError extends errorClass('FileExistsError', 'file_exists') {}

/**
 * Writes an archive with little memory, whatever its size, and returns its bytes. Until it is complete it has the name
 * `path.part`. It is removed if the export fails.
 * @throws {FileExistsError} @throws every error of the entries
 */
export async function writeZipFile(path: string, entries: Iterable<ZipEntry>): Promise<number> {
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
    await writeEntries(file, entries);
    await file.sync();
    const { size } = await file.stat();
    await file.close();
    await rename(part, path);
    return size;
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

/** From 4 GiB on, yazl writes the 64-bit format. */
async function writeEntries(file: FileHandle, entries: Iterable<ZipEntry>): Promise<void> {
  const zip = new ZipFile();
  // yazl leaves the errors of what it reads to its caller, and would wait for ever.
  const fail = (error: unknown) => zip.outputStream.emit('error', error);
  zip.on('error', fail);
  for (const { name, text } of entries) {
    zip.addReadStreamLazy(name, (give) => give(null, Readable.from(encoded(text)).on('error', fail)));
  }
  zip.end();
  for await (const chunk of zip.outputStream) await file.appendFile(chunk);
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
