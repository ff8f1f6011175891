import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsCredentials, SigningScope } from '../../src/aws/sigv4.ts';

/** The hash that the AWS SDK's signer requires: SHA-256, or its HMAC with a key. */
class Sha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {}
}

const bytesOf = (data: string | ArrayBuffer | ArrayBufferView): string | Uint8Array => {
  if (typeof data === 'string') return data;
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
};

/** A request to sign. */
export type Request = {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query?: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly body: string;
};

type Options = {
  readonly scope: SigningScope;
  readonly by: AwsCredentials;
  readonly at: number;
  readonly isS3?: boolean;
};

/** The headers of the AWS SDK's signer, by lower-case name. */
export async function signedBySdk(request: Request, { scope, by, at, isS3 = false }: Options) {
  const { sessionToken, ...keys } = by;
  const signer = new SignatureV4({
    ...scope,
    credentials: { ...keys, ...(sessionToken !== undefined && { sessionToken }) },
    sha256: Sha256,
    // Only S3 requires the hash of the body as a header, and the path encoded once.
    applyChecksum: isS3,
    uriEscapePath: !isS3,
  });
  const { host, body } = request;
  const unsigned = { ...request, protocol: 'https:', hostname: host, headers: { host, ...request.headers } };
  const { headers } = await signer.sign(unsigned, { signingDate: new Date(at) });
  return { ...headers, 'content-length': String(Buffer.byteLength(body)) };
}
