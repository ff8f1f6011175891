import { Origin } from '../http/origin.ts';
import { AwsError } from './errors.ts';
import { ObjectSigner } from './object-signer.ts';
import { isPassing, waitMs } from './retry.ts';
import type { ServiceParts } from './service.ts';

/** A bucket of S3, as far as it is written to. */
export type Bucket = {
  /** Puts an object of JSON. @throws {AwsError} @throws {NoAnswerError} as the last try ended */
  put(key: string, json: string): Promise<void>;
};

export type BucketParts = Omit<ServiceParts, 'limits'> & {
  /** The path before every key, where the endpoint is not the bucket's own. */
  readonly prefix: string;
};

/** Objects may have megabytes, and nobody waits for an answer. */
const limits = { connectMs: 1_000, answerMs: 10_000, tries: 3 };

/** {@link Bucket} over requests that the gateway signs itself, each over a connection of its own: they are rare. */
export function createBucket(parts: BucketParts): Bucket {
  const { pause, random } = parts;
  const signer = new ObjectSigner({ service: 's3', region: parts.region });
  const origin = new Origin(parts.endpoint);
  return {
    async put(key, json) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await putOnce(key, json, { ...parts, signer, origin });
        } catch (error) {
          if (tries === limits.tries || !isPassing(error)) throw error;
          await pause(waitMs(tries, random));
        }
      }
    },
  };
}

type Putting = BucketParts & { readonly signer: ObjectSigner; readonly origin: Origin };

async function putOnce(key: string, body: string, parts: Putting): Promise<void> {
  const { endpoint, prefix, credentials, clock, signer, origin } = parts;
  const { host } = endpoint;
  const path = `${prefix}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const headers = signer.sign({ host, path, contentType: 'application/json', body }, credentials(), clock());
  const { connectMs, answerMs: timeoutMs } = limits;
  const request = { method: 'PUT', path, headers: Object.entries(headers).flat(), body, timeoutMs, connectMs };
  const { status, body: answer } = await origin.exchange(request, true);
  if (status === 200) return;
  const [, name = 'UnknownError'] = /<Code>([^<]*)<\/Code>/.exec(answer.toString()) ?? [];
  throw new AwsError(name, `S3 answered with status ${status}.`, { status });
}
