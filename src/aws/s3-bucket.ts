import { Origin } from '../http/origin.ts';
import type { AwsClientOptions } from './aws-client.ts';
import { AwsError, isRetryable, retryDelayMs } from './retry.ts';
import { S3ObjectSigner } from './sigv4.ts';

export type S3Bucket = {
  /** @param cacheControl the object's Cache-Control header. Default: none */
  put(key: string, json: string, cacheControl?: string): Promise<void>;
};

export type S3BucketOptions = Omit<AwsClientOptions, 'limits'> & {
  /** The path before every key, at an endpoint that several buckets share. */
  readonly prefix: string;
};

/** Objects may have megabytes, and no client waits for the upload. */
const uploadLimits = { connectMs: 1_000, answerMs: 10_000, tries: 3 };

/** Creates a writer for a bucket. Uploads are rare, so each opens a connection. */
export function createS3Bucket(options: S3BucketOptions): S3Bucket {
  const { pause, random } = options;
  const signer = new S3ObjectSigner({ service: 's3', region: options.region });
  const origin = new Origin(options.endpoint);
  return {
    async put(key, json, cacheControl) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await putOnce(key, json, { ...options, signer, origin, cacheControl });
        } catch (error) {
          if (tries === uploadLimits.tries || !isRetryable(error)) throw error;
          await pause(retryDelayMs(tries, random));
        }
      }
    },
  };
}

type PutOptions = S3BucketOptions & {
  readonly signer: S3ObjectSigner;
  readonly origin: Origin;
  readonly cacheControl: string | undefined;
};

async function putOnce(key: string, body: string, options: PutOptions): Promise<void> {
  const { endpoint, prefix, credentials, clock, patience = 1, signer, origin, cacheControl } = options;
  const { host } = endpoint;
  const path = `${prefix}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const signed = signer.sign({ host, path, contentType: 'application/json', body }, credentials(), clock());
  // A signature need not cover it (Signature Version 4: the host and x-amz- headers).
  const headers = { ...signed, ...(cacheControl !== undefined && { 'Cache-Control': cacheControl }) };
  const [connectMs, timeoutMs] = [uploadLimits.connectMs * patience, uploadLimits.answerMs * patience];
  const request = { method: 'PUT', path, headers: Object.entries(headers).flat(), body, timeoutMs, connectMs };
  const { status, body: answer } = await origin.exchange(request, true);
  if (status === 200) return;
  const [, name = 'UnknownError'] = /<Code>([^<]*)<\/Code>/.exec(answer.toString()) ?? [];
  throw new AwsError(name, `S3 answered with status ${status}.`, { status });
}
