import { strToU8, Zip, ZipDeflate } from 'fflate';

/** A text file of an archive, written piece by piece. */
type ArchiveFile = { readonly write: (text: string) => void; readonly end: () => void };

/** A zip archive in the making. Only compressed data is kept in memory. */
export type Archive = {
  /** Starts a file. Several may be open at once. */
  readonly open: (name: string) => ArchiveFile;
  /** Adds a complete file. */
  readonly add: (name: string, text: string) => void;
  /** The archive, once every file has ended. */
  readonly finish: () => Blob;
};

export function createArchive(): Archive {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else pieces.push(new Uint8Array(piece));
  });
  const open = (name: string): ArchiveFile => {
    const file = new ZipDeflate(name);
    zip.add(file);
    return { write: (text) => file.push(strToU8(text)), end: () => file.push(new Uint8Array(), true) };
  };
  return {
    open,
    add: (name, text) => {
      const file = open(name);
      file.write(text);
      file.end();
    },
    finish: () => {
      zip.end();
      if (failure) throw failure;
      return new Blob(pieces, { type: 'application/zip' });
    },
  };
}
