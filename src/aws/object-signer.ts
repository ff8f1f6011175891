import { builtIn } from '../built-in.ts';
import type { Credentials } from './credentials.ts';
import { amzDate, type Scope, Signature } from './signature.ts';

const { hash } = builtIn('node:crypto');

/** An object to be put. */
export type UnsignedObject = {
  readonly host: string;
  /** Encoded as it goes into the request, beginning with a slash. */
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
};

/** Signs what is put into S3 ("Authenticating Requests: Using the Authorization Header", S3 API Reference). */
export class ObjectSigner {
  readonly #signature: Signature;

  constructor(scope: Scope) {
    this.#signature = new Signature(scope);
  }

  /**
   * All headers of the PUT, with its signature.
   * @param at ms since the epoch
   */
  sign(object: UnsignedObject, credentials: Credentials, at: number): Record<string, string> {
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
