import { builtIn } from '../built-in.ts';
import { HmacSha256 } from './mac.ts';

const { createHmac, hash } = builtIn('node:crypto');

/** Where a signature is good. */
export type SigningScope = { readonly service: string; readonly region: string };

const algorithm = 'AWS4-HMAC-SHA256';

/** A moment (ms since the epoch) as it stands in `X-Amz-Date`. */
export const amzDate = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

/** Makes signatures of Signature Version 4 (IAM User Guide, "Create a signed AWS API request"). */
export class SigV4 {
  readonly #scope: SigningScope;
  /** The key of a day is derived by four HMACs, and signs every request of that day. */
  #derived: { readonly secret: string; readonly day: string; readonly mac: HmacSha256 } | undefined;

  constructor(scope: SigningScope) {
    this.#scope = scope;
  }

  /**
   * The value of `Authorization`.
   * @param canonical the canonical request
   * @param names of its signed headers
   * @param time as {@link amzDate} writes it
   */
  authorization(canonical: string, names: string, credentials: AwsCredentials, time: string): string {
    const day = time.slice(0, 8);
    const scope = `${day}/${this.#scope.region}/${this.#scope.service}/aws4_request`;
    const toSign = `${algorithm}\n${time}\n${scope}\n${hash('sha256', canonical)}`;
    const signature = this.#macOf(credentials, day).of(toSign);
    return `${algorithm} Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  }

  #macOf({ secretAccessKey: secret }: AwsCredentials, day: string): HmacSha256 {
    if (this.#derived?.day === day && this.#derived.secret === secret) return this.#derived.mac;
    const { region, service } = this.#scope;
    let key = Buffer.from(`AWS4${secret}`);
    for (const part of [day, region, service, 'aws4_request']) key = createHmac('sha256', key).update(part).digest();
    const mac = new HmacSha256(key);
    this.#derived = { secret, day, mac };
    return mac;
  }
}

/** What requests to AWS are signed with; the token goes with the temporary credentials of a role. */
export type AwsCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
};
