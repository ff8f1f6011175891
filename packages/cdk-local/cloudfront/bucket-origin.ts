import type { Buckets, StoredObject } from '../s3/buckets.ts';
import { unknownType } from '../s3/content-type.ts';
import type { Answer } from './answer.ts';

/**
 * Gives the object of a bucket by its path. To somebody who may not list the bucket, S3 does not tell whether an object
 * is missing (Amazon S3 API Reference, "GetObject": 403 AccessDenied without s3:ListBucket).
 */
export const createBucketOrigin =
  (buckets: Pick<Buckets, 'get'>, bucket: string) =>
  async ({ uri }: { readonly uri: string }): Promise<Answer> => {
    const key = decoded(uri.slice(1));
    if (key === undefined) return error(400, 'InvalidURI', "Couldn't parse the specified URI.");
    const object = await buckets.get(bucket, key);
    return object ? found(object) : error(403, 'AccessDenied', 'Access Denied');
  };

const found = ({ body, metadata, etag, lastModified }: StoredObject): Answer => ({
  status: 200,
  headers: new Headers({
    'content-type': unknownType,
    ...metadata,
    etag,
    'last-modified': lastModified.toUTCString(),
    server: 'AmazonS3',
  }),
  body,
});

const error = (status: number, code: string, message: string): Answer => ({
  status,
  headers: new Headers({ 'content-type': 'application/xml', server: 'AmazonS3' }),
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  ),
});

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
