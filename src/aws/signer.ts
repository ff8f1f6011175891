import { builtIn } from '../built-in.ts';
import type { Credentials } from './credentials.ts';
import { amzDate, type Scope, Signature } from './signature.ts';

const { hash } = builtIn('node:crypto');

/** A POST, the one kind of request that is made: AWS's JSON services take it at `/`, Lambda at a path. */
export type Unsigned = {
  readonly host: string;
  /** As it is sent, URI-encoded; `/` unless given. */
  readonly path?: string;
  readonly contentType: string;
  /** The value of `X-Amz-Target`, by which JSON services know which operation is asked for. */
  readonly target?: string;
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
  sign({ host, path = '/', contentType, target, body }: Unsigned, credentials: Credentials, at: number): string[] {
    const { sessionToken } = credentials;
    const time = amzDate(at);
    const [tokenLine, tokenName] = sessionToken
      ? [`x-amz-security-token:${sessionToken}\n`, ';x-amz-security-token']
      : ['', ''];
    const [targetLine, targetName] = target ? [`x-amz-target:${target}\n`, ';x-amz-target'] : ['', ''];
    const names = `content-type;host;x-amz-date${tokenName}${targetName}`;
    // A path is encoded once more for its signature, as for every service but S3.
    const canonical =
      `POST\n${encodeURI(path)}\n\ncontent-type:${contentType}\nhost:${host}\nx-amz-date:${time}\n` +
      `${tokenLine}${targetLine}\n${names}\n${hash('sha256', body)}`;
    const authorization = this.#signature.authorization(canonical, names, credentials, time);
    const headers = ['Host', host, 'Content-Type', contentType, 'Content-Length', String(Buffer.byteLength(body))];
    headers.push('X-Amz-Date', time, 'Authorization', authorization);
    if (target) headers.push('X-Amz-Target', target);
    if (sessionToken) headers.push('X-Amz-Security-Token', sessionToken);
    return headers;
  }
}
