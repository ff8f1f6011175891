import * as v from 'valibot';
import { type AwsCredentials, amzDate, SigV4 } from '../aws/sigv4.ts';
import type { EpochMs } from '../time.ts';

// Lambda does not tell a function who invokes it. So the caller signs a request to AWS STS, GetCallerIdentity, and sends
// only the signature. The function puts the request together again, and STS says whose signature it is: see
// docs/decisions/0051-who-runs-an-operators-command.md.

/** What the function cannot know of the signed request. Everything else of it is fixed. */
export const signedIdentitySchema = v.strictObject({
  accessKeyId: v.pipe(v.string(), v.regex(/^[A-Z0-9]{16,128}$/)),
  /** When it was signed, as in `X-Amz-Date`. */
  date: v.pipe(v.string(), v.regex(/^\d{8}T\d{6}Z$/)),
  signature: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** Of temporary credentials. */
  sessionToken: v.optional(v.pipe(v.string(), v.regex(/^[\w+/=-]{1,8192}$/))),
});

export type SignedIdentity = v.InferOutput<typeof signedIdentitySchema>;

const query = 'Action=GetCallerIdentity&Version=2011-06-15';

/** The endpoint of the function's own region. Sluice is for commercial regions, which share this suffix. */
const hostOf = (region: string): string => `sts.${region}.amazonaws.com`;

/** The digest is a header of the request, so the signature holds for one command. */
const digestHeader = 'x-sluice-command';

type SignedRequest = {
  readonly region: string;
  /** From `commandDigest`. */
  readonly digest: string;
  readonly date: string;
  readonly sessionToken?: string | undefined;
};

/** The headers that are signed, by name, in the order of their names. */
const signedHeaders = ({ region, digest, date, sessionToken }: SignedRequest): Record<string, string> => ({
  host: hostOf(region),
  'x-amz-date': date,
  ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  [digestHeader]: digest,
});

/** Of the empty body. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

class IdentitySigner extends SigV4 {
  sign(request: SignedRequest, credentials: AwsCredentials): string {
    const headers = signedHeaders(request);
    const names = Object.keys(headers).join(';');
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
    const canonical = `GET\n/\n${query}\n${lines.join('')}\n${names}\n${emptySha256}`;
    const authorization = this.authorization(canonical, names, credentials, request.date);
    return authorization.slice(authorization.lastIndexOf('=') + 1);
  }
}

/** Signs a command with the caller's credentials. They do not leave the caller: a signature is not a secret key. */
export function signIdentity(
  { region, digest, at }: { readonly region: string; readonly digest: string; readonly at: EpochMs },
  credentials: AwsCredentials,
): SignedIdentity {
  const { accessKeyId, sessionToken } = credentials;
  const request = { region, digest, date: amzDate(at), sessionToken };
  const signature = new IdentitySigner({ service: 'sts', region }).sign(request, credentials);
  return { accessKeyId, date: request.date, signature, ...(sessionToken !== undefined && { sessionToken }) };
}

/** The request to STS that the caller has signed: path, and alternating names and values of headers. */
export function identityRequest(
  { accessKeyId, date, signature, sessionToken }: SignedIdentity,
  { region, digest }: Pick<SignedRequest, 'region' | 'digest'>,
): { readonly path: string; readonly headers: readonly string[] } {
  const headers = signedHeaders({ region, digest, date, sessionToken });
  const scope = `${accessKeyId}/${date.slice(0, 8)}/${region}/sts/aws4_request`;
  const names = Object.keys(headers).join(';');
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return {
    path: `/?${query}`,
    // STS answers in XML unless it is asked for JSON.
    headers: [...Object.entries(headers).flat(), 'authorization', authorization, 'accept', 'application/json'],
  };
}
