import { builtIn } from '../built-in.ts';
import { type AwsCredentials, amzDate, type SigningScope, SigV4 } from './sigv4.ts';

const { hash } = builtIn('node:crypto');

/** A POST, the one kind of request that is made: AWS's JSON services take it at `/`, Lambda at a path. */
export type UnsignedRequest = {
  readonly host: string;
  /** As it is sent, URI-encoded; `/` unless given. */
  readonly path?: string;
  readonly contentType: string;
  /** The value of `X-Amz-Target`, by which JSON services know which operation is asked for. */
  readonly target?: string;
  readonly body: string;
};

/** Signs requests of AWS's JSON services. */
export class RequestSigner {
  readonly #signature: SigV4;

  constructor(scope: SigningScope) {
    this.#signature = new SigV4(scope);
  }

  /**
   * All headers of the request, value after name, with its signature.
   * @param at ms since the epoch; AWS refuses a signature that is minutes off its own clock
   */
  sign(
    { host, path = '/', contentType, target, body }: UnsignedRequest,
    credentials: AwsCredentials,
    at: number,
  ): string[] {
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
