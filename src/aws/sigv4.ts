import { builtIn } from '../runtime/built-in.ts';

const { createHmac, hash } = builtIn('node:crypto');

/** Access keys that sign requests to AWS. A role's temporary credentials include a session token. */
export type AwsCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
};

export type SigningScope = { readonly service: string; readonly region: string };

const algorithm = 'AWS4-HMAC-SHA256';

/** As in `X-Amz-Date`: `20261126T174500Z`. */
export const amzDate = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

const sha256BlockBytes = 64;

/**
 * HMAC-SHA-256 (RFC 2104) with a key of at most 64 bytes. Two one-shot hashes take less than half the time of Node's
 * Hmac, which allocates an object for each text.
 */
export class HmacSha256 {
  readonly #inner: Uint8Array;
  readonly #outer: Uint8Array;

  constructor(key: Buffer) {
    const padded = Buffer.concat([key], sha256BlockBytes);
    this.#inner = padded.map((byte) => byte ^ 0x36);
    this.#outer = padded.map((byte) => byte ^ 0x5c);
  }

  hex(text: string): string {
    const inner = hash('sha256', Buffer.concat([this.#inner, Buffer.from(text)]), 'buffer');
    return hash('sha256', Buffer.concat([this.#outer, inner]));
  }
}

/** Signature Version 4 (IAM User Guide, "Create a signed AWS API request"). */
export class SigV4 {
  readonly #scope: SigningScope;
  /** Deriving a day's key takes four HMACs; it signs all requests of that day. */
  #derived: { readonly secret: string; readonly day: string; readonly hmac: HmacSha256 } | undefined;

  constructor(scope: SigningScope) {
    this.#scope = scope;
  }

  protected authorization(
    canonicalRequest: string,
    signedHeaders: string,
    credentials: AwsCredentials,
    time: string,
  ): string {
    const day = time.slice(0, 8);
    const scope = `${day}/${this.#scope.region}/${this.#scope.service}/aws4_request`;
    const signature = this.#hmacFor(credentials, day).hex(
      `${algorithm}\n${time}\n${scope}\n${hash('sha256', canonicalRequest)}`,
    );
    const credential = `${credentials.accessKeyId}/${scope}`;
    return `${algorithm} Credential=${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
  }

  #hmacFor({ secretAccessKey: secret }: AwsCredentials, day: string): HmacSha256 {
    if (this.#derived?.day === day && this.#derived.secret === secret) return this.#derived.hmac;
    const { region, service } = this.#scope;
    let key = Buffer.from(`AWS4${secret}`);
    for (const part of [day, region, service, 'aws4_request']) key = createHmac('sha256', key).update(part).digest();
    const hmac = new HmacSha256(key);
    this.#derived = { secret, day, hmac };
    return hmac;
  }
}

export type UnsignedRequest = {
  readonly host: string;
  /** URI-encoded, as it is sent. Default: `/`. */
  readonly path?: string;
  readonly contentType: string;
  /** `X-Amz-Target`, which names the operation of a JSON service. */
  readonly target?: string;
  readonly body: string;
};

export class RequestSigner extends SigV4 {
  /** Returns alternating names and values of all headers. */
  sign({ host, path = '/', contentType, target, body }: UnsignedRequest, credentials: AwsCredentials, at: number) {
    const { sessionToken } = credentials;
    const time = amzDate(at);
    const [tokenLine, tokenName] = sessionToken
      ? [`x-amz-security-token:${sessionToken}\n`, ';x-amz-security-token']
      : ['', ''];
    const [targetLine, targetName] = target ? [`x-amz-target:${target}\n`, ';x-amz-target'] : ['', ''];
    const names = `content-type;host;x-amz-date${tokenName}${targetName}`;
    // Every service but S3 expects the path URI-encoded a second time in the canonical request.
    const canonical =
      `POST\n${encodeURI(path)}\n\ncontent-type:${contentType}\nhost:${host}\nx-amz-date:${time}\n` +
      `${tokenLine}${targetLine}\n${names}\n${hash('sha256', body)}`;
    const authorization = this.authorization(canonical, names, credentials, time);
    const headers = ['Host', host, 'Content-Type', contentType, 'Content-Length', String(Buffer.byteLength(body))];
    headers.push('X-Amz-Date', time, 'Authorization', authorization);
    if (target) headers.push('X-Amz-Target', target);
    if (sessionToken) headers.push('X-Amz-Security-Token', sessionToken);
    return headers;
  }
}

export type UnsignedS3Object = {
  readonly host: string;
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
};

/** Signs uploads to S3 (S3 API Reference, "Authenticating Requests: Using the Authorization Header"). */
export class S3ObjectSigner extends SigV4 {
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
    const authorization = this.authorization(canonical, names, credentials, time);
    return { ...signed, 'content-length': String(Buffer.byteLength(body)), authorization };
  }
}
