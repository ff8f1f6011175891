import { Origin } from '../http/origin.ts';
import type { AwsClientOptions } from './aws-client.ts';
import { S3ObjectSigner } from './object-signer.ts';
import { AwsError, isRetryable, retryDelayMs } from './retry.ts';

/** A bucket of S3, as far as it is written to. */
export type S3Bucket = {
  /** Puts an object of JSON. @throws {AwsError} @throws {NoAnswerError} as the last try ended */
  put(key: string, json: string): Promise<void>;
};

export type S3BucketOptions = Omit<AwsClientOptions, 'limits'> & {
  /** The path before every key, where the endpoint is not the bucket's own. */
  readonly prefix: string;
};

/** Objects may have megabytes, and nobody waits for an answer. */
const uploadLimits = { connectMs: 1_000, answerMs: 10_000, tries: 3 };

/** {@link S3Bucket} over requests that the gateway signs itself, each over a connection of its own: they are rare. */
export function createS3Bucket(parts: S3BucketOptions): S3Bucket {
  const { pause, random } = parts;
  const signer = new S3ObjectSigner({ service: 's3', region: parts.region });
  const origin = new Origin(parts.endpoint);
  return {
    async put(key, json) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await putOnce(key, json, { ...parts, signer, origin });
        } catch (error) {
          if (tries === uploadLimits.tries || !isRetryable(error)) throw error;
          await pause(retryDelayMs(tries, random));
        }
      }
    },
  };
}

type Putting = S3BucketOptions & { readonly signer: S3ObjectSigner; readonly origin: Origin };

async function putOnce(key: string, body: string, parts: Putting): Promise<void> {
  const { endpoint, prefix, credentials, clock, signer, origin } = parts;
  const { host } = endpoint;
  const path = `${prefix}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const headers = signer.sign({ host, path, contentType: 'application/json', body }, credentials(), clock());
  const { connectMs, answerMs: timeoutMs } = uploadLimits;
  const request = { method: 'PUT', path, headers: Object.entries(headers).flat(), body, timeoutMs, connectMs };
  const { status, body: answer } = await origin.exchange(request, true);
  if (status === 200) return;
  const [, name = 'UnknownError'] = /<Code>([^<]*)<\/Code>/.exec(answer.toString()) ?? [];
  throw new AwsError(name, `S3 answered with status ${status}.`, { status });
}
