import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import * as v from 'valibot';
import type { Template } from '../template/template.ts';

/** The bucket or key cannot be used; `code` is S3's code. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  readonly code: 'NoSuchBucket' | 'InvalidURI';

  constructor(code: BucketError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A stored object of a bucket. */
export type StoredObject = {
  readonly body: Buffer;
  readonly metadata: ObjectMetadata;
  /** With its quotation marks. */
  readonly etag: string;
  readonly lastModified: Date;
};

/** The template's buckets. */
export type Buckets = {
  /** @throws {BucketError} for a bucket that is not in the template, or a key that leads out of it. */
  readonly put: (bucket: string, key: string, body: Uint8Array, metadata?: ObjectMetadata) => Promise<void>;
  /** Undefined if there is none. @throws {BucketError} for a bucket that is not in the template */
  readonly get: (bucket: string, key: string) => Promise<StoredObject | undefined>;
  /** The folder that holds the bucket's objects. @throws {BucketError} for a bucket that is not in the template */
  readonly folderOf: (bucket: string) => string;
  /** Every object of the bucket, by its key, in order. */
  readonly objects: (bucket: string) => Promise<ReadonlyMap<string, Buffer>>;
};

/**
 * Makes a folder for each bucket of the template under `folder`; an object is a file named by its key. Its metadata is
 * a file with the same name in `.metadata`, which cannot be the name of a bucket.
 */
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

  const metadataOf = (bucket: string, key: string): string => join(folder, '.metadata', bucket, `${key}.json`);

  return {
    folderOf,
    put: async (bucket, key, body, metadata = {}) => {
      const file = fileOf(bucket, key);
      await mkdir(dirname(file), { recursive: true });
      await writeMetadata(metadataOf(bucket, key), metadata);
      await writeFile(file, body);
    },
    get: async (bucket, key) => {
      const file = join(folderOf(bucket), key);
      return isFile(file) && isPlain(key) ? readObject(file, metadataOf(bucket, key)) : undefined;
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

// A key is not a path: a//b and c/../a are not a, and no key leaves the bucket.
const isPlain = (key: string): boolean => key.split('/').every((part) => !['', '.', '..'].includes(part));

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

async function readObject(file: string, metadataFile: string): Promise<StoredObject> {
  const [body, metadata] = await Promise.all([readFile(file), readMetadata(metadataFile)]);
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  return { body, metadata, etag, lastModified: statSync(file).mtime };
}

/** The headers stored with an object, by lower-case name, such as `content-type`. */
type ObjectMetadata = Readonly<Record<string, string>>;

const stored = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** Writes an object's metadata into its file. */
async function writeMetadata(file: string, metadata: ObjectMetadata): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(metadata));
}

/** Reads the metadata from that file; empty if it does not exist. */
const readMetadata = async (file: string): Promise<ObjectMetadata> =>
  existsSync(file) ? v.parse(stored, await readFile(file, 'utf8')) : {};

// The types that the AWS CLI guesses (Python's mimetypes, "types_map"), for the files of a web app.
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/vnd.microsoft.icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.xml': 'text/xml',
};

/** S3's type for an object without one (PutObject, "Content-Type"). */
export const unknownType = 'binary/octet-stream';

/** The Content-Type that "aws s3 sync" gives a file by its name. */
export const contentTypeOf = (key: string): string => types[extname(key).toLowerCase()] ?? unknownType;
