import { builtIn } from '../built-in.ts';
import { type AwsCredentials, amzDate, type SigningScope, SigV4 } from './sigv4.ts';

const { hash } = builtIn('node:crypto');

/** An object to be put. */
export type UnsignedS3Object = {
  readonly host: string;
  /** Encoded as it goes into the request, beginning with a slash. */
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
};

/** Signs what is put into S3 ("Authenticating Requests: Using the Authorization Header", S3 API Reference). */
export class S3ObjectSigner {
  readonly #signature: SigV4;

  constructor(scope: SigningScope) {
    this.#signature = new SigV4(scope);
  }

  /**
   * All headers of the PUT, with its signature.
   * @param at ms since the epoch
   */
  sign(object: UnsignedS3Object, credentials: AwsCredentials, at: number): Record<string, string> {
    const { host, path, contentType, body } = object;
    const digest = hash('sha256', body);
    const time = amzDate(at);
    const signed: Record<string, string> = {
      'content-type': contentType,
      host,
      'x-amz-content-sha256': digest,
      'x-amz-date': time,
      ...(credentials.sessionToken && { 'x-amz-security-token': credentials.sessionToken }),
    };
    const names = Object.keys(signed).join(';');
    const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
    const canonical = `PUT\n${path}\n\n${lines.join('')}\n${names}\n${digest}`;
    const authorization = this.#signature.authorization(canonical, names, credentials, time);
    return { ...signed, 'content-length': String(Buffer.byteLength(body)), authorization };
  }
}
