import { hash } from 'node:crypto';
import type { Credentials } from './credentials.ts';
import { amzDate, type Scope, Signature } from './signature.ts';

/** A POST to `/`: the one kind of request that AWS's JSON services take. */
export type Unsigned = {
  readonly host: string;
  readonly contentType: string;
  /** The value of `X-Amz-Target`: which operation is asked for. */
  readonly target: string;
  readonly body: string;
};

/** Signs requests of AWS's JSON services. */
export class Signer {
  readonly #signature: Signature;

  constructor(scope: Scope) {
    this.#signature = new Signature(scope);
  }

  /**
   * All headers of the request, value after name, with its signature.
   * @param at ms since the epoch; AWS refuses a signature that is minutes off its own clock
   */
  sign({ host, contentType, target, body }: Unsigned, credentials: Credentials, at: number): string[] {
    const { sessionToken } = credentials;
    const time = amzDate(at);
    const [tokenLine, tokenName] = sessionToken
      ? [`x-amz-security-token:${sessionToken}\n`, 'x-amz-security-token;']
      : ['', ''];
    const names = `content-type;host;x-amz-date;${tokenName}x-amz-target`;
    const canonical =
      `POST\n/\n\ncontent-type:${contentType}\nhost:${host}\nx-amz-date:${time}\n${tokenLine}x-amz-target:${target}\n` +
      `\n${names}\n${hash('sha256', body)}`;
    const authorization = this.#signature.authorization(canonical, names, credentials, time);
    const headers = ['Host', host, 'Content-Type', contentType, 'Content-Length', String(Buffer.byteLength(body))];
    headers.push('X-Amz-Date', time, 'X-Amz-Target', target, 'Authorization', authorization);
    if (sessionToken) headers.push('X-Amz-Security-Token', sessionToken);
    return headers;
  }
}
