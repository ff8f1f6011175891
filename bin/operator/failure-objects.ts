import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { NotFoundError } from '../command-errors.ts';

/** The objects of a failure bucket, ordered by name. */
export type FailureObjects = {
  names(): AsyncGenerator<string>;
  /** @throws {NotFoundError} if the object does not exist */
  read(name: string): Promise<string>;
};

const missing = (name: string, cause: unknown) =>
  new NotFoundError(`The failure bucket has no object ${name}.`, { cause });

/** An S3 bucket. The client is loaded on first use, since most commands do not need it. */
export function bucketFailures(bucket: string): FailureObjects {
  const open = async () => {
    const s3 = await import('@aws-sdk/client-s3');
    return { ...s3, client: new s3.S3Client() };
  };
  let opened: ReturnType<typeof open> | undefined;
  const once = () => (opened ??= open());
  return {
    async *names() {
      const { client, paginateListObjectsV2 } = await once();
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
        yield* Contents.flatMap(({ Key }) => Key ?? []);
      }
    },
    async read(name) {
      const { client, GetObjectCommand, NoSuchKey } = await once();
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: name }));
        return (await Body?.transformToString()) ?? '';
      } catch (error) {
        throw error instanceof NoSuchKey ? missing(name, error) : error;
      }
    },
  };
}

/** A folder used as the bucket, as in the local runtime. */
export const folderFailures = (folder: string): FailureObjects => ({
  async *names() {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    yield* files.map((file) => relative(folder, file).replaceAll(sep, '/')).toSorted();
  },
  read: (name) =>
    readFile(join(folder, name), 'utf8').catch((error) => {
      throw missing(name, error);
    }),
});
