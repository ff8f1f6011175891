import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Template } from '../template/template.ts';

/** The bucket or key cannot be used; `code` is the service's own. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  readonly code: 'NoSuchBucket' | 'InvalidURI';

  constructor(code: BucketError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The template's buckets. */
export type Buckets = {
  /** @throws {BucketError} for a bucket that is not in the template, or a key that leads out of it. */
  readonly put: (bucket: string, key: string, body: Uint8Array) => Promise<void>;
  /** Every object of the bucket, by its key, in order. */
  readonly objects: (bucket: string) => Promise<ReadonlyMap<string, Buffer>>;
};

/** Makes a folder for each bucket of the template under `folder`; an object is a file under its key. */
export async function openBuckets(template: Template, folder: string): Promise<Buckets> {
  const names = new Set(template.ofType('AWS::S3::Bucket').map(({ ref }) => ref));
  await Promise.all([...names].map((name) => mkdir(join(folder, name), { recursive: true })));

  const folderOf = (bucket: string): string => {
    if (names.has(bucket)) return resolve(folder, bucket);
    throw new BucketError('NoSuchBucket', 'The specified bucket does not exist');
  };
  const fileOf = (bucket: string, key: string): string => {
    const file = resolve(folderOf(bucket), key);
    if (file.startsWith(folderOf(bucket) + sep)) return file;
    throw new BucketError('InvalidURI', "Couldn't parse the specified URI.");
  };

  return {
    put: async (bucket, key, body) => {
      const file = fileOf(bucket, key);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, body);
    },
    objects: async (bucket) => {
      const entries = await readdir(folderOf(bucket), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      const keyed = files.map((file) => [relative(folderOf(bucket), file).replaceAll(sep, '/'), file] as const);
      return new Map(
        await Promise.all(keyed.toSorted().map(async ([key, file]) => [key, await readFile(file)] as const)),
      );
    },
  };
}
