import { createHmac, hash } from 'node:crypto';
import type { Credentials } from './credentials.ts';
import { Mac } from './mac.ts';

/** Where a signature is good. */
export type Scope = { readonly service: string; readonly region: string };

/** A POST to `/`: the one kind of request that AWS's JSON services take. */
export type Unsigned = {
  readonly host: string;
  readonly contentType: string;
  /** The value of `X-Amz-Target`: which operation is asked for. */
  readonly target: string;
  readonly body: string;
};

const algorithm = 'AWS4-HMAC-SHA256';

/** Signs requests with Signature Version 4 (IAM User Guide, "Create a signed AWS API request"). */
export class Signer {
  readonly #scope: Scope;
  /** The key of a day is derived by four HMACs, and signs every request of that day. */
  #derived: { readonly secret: string; readonly day: string; readonly mac: Mac } | undefined;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /**
   * All headers of the request, value after name, with its signature.
   * @param at ms since the epoch; AWS refuses a signature that is minutes off its own clock
   */
  sign({ host, contentType, target, body }: Unsigned, credentials: Credentials, at: number): string[] {
    const { accessKeyId, sessionToken } = credentials;
    const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
    const day = time.slice(0, 8);
    const scope = `${day}/${this.#scope.region}/${this.#scope.service}/aws4_request`;
    const [tokenLine, tokenName] = sessionToken
      ? [`x-amz-security-token:${sessionToken}\n`, 'x-amz-security-token;']
      : ['', ''];
    const names = `content-type;host;x-amz-date;${tokenName}x-amz-target`;
    const canonical =
      `POST\n/\n\ncontent-type:${contentType}\nhost:${host}\nx-amz-date:${time}\n${tokenLine}x-amz-target:${target}\n` +
      `\n${names}\n${hash('sha256', body)}`;
    const toSign = `${algorithm}\n${time}\n${scope}\n${hash('sha256', canonical)}`;
    const signature = this.#macOf(credentials, day).of(toSign);
    const credential = `Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
    const headers = ['Host', host, 'Content-Type', contentType, 'Content-Length', String(Buffer.byteLength(body))];
    headers.push('X-Amz-Date', time, 'X-Amz-Target', target, 'Authorization', `${algorithm} ${credential}`);
    if (sessionToken) headers.push('X-Amz-Security-Token', sessionToken);
    return headers;
  }

  #macOf({ secretAccessKey: secret }: Credentials, day: string): Mac {
    if (this.#derived?.day === day && this.#derived.secret === secret) return this.#derived.mac;
    const { region, service } = this.#scope;
    let key = Buffer.from(`AWS4${secret}`);
    for (const part of [day, region, service, 'aws4_request']) key = createHmac('sha256', key).update(part).digest();
    const mac = new Mac(key);
    this.#derived = { secret, day, mac };
    return mac;
  }
}
