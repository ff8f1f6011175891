import type { PutObject } from './failure-destination.ts';
import type { StreamOptions } from './stream.ts';

/** Puts objects with the SDK, which is loaded only when there is something to put. */
export const createPutObject =
  ({ endpoint, credentials, streamArn }: StreamOptions): PutObject =>
  async (Bucket, Key, Body) => {
    const { PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
    const region = streamArn.split(':')[3] ?? '';
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/json' }));
    client.destroy();
  };
