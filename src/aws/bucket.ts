import { exchange } from '../exchange.ts';
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
  return {
    async put(key, json) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await putOnce(key, json, signer, parts);
        } catch (error) {
          if (tries === limits.tries || !isPassing(error)) throw error;
          await pause(waitMs(tries, random));
        }
      }
    },
  };
}

async function putOnce(key: string, body: string, signer: ObjectSigner, parts: BucketParts): Promise<void> {
  const { endpoint, prefix, credentials, clock } = parts;
  const { protocol, hostname, port, host } = endpoint;
  const path = `${prefix}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const headers = signer.sign({ host, path, contentType: 'application/json', body }, credentials(), clock());
  const options = { method: 'PUT', hostname, port, path, headers, agent: false };
  const { connectMs, answerMs: timeoutMs } = limits;
  const { status, body: answer } = await exchange({ protocol, options, body, timeoutMs, connectMs });
  if (status === 200) return;
  const [, name = 'UnknownError'] = /<Code>([^<]*)<\/Code>/.exec(answer.toString()) ?? [];
  throw new AwsError(name, `S3 answered with status ${status}.`, { status });
}
