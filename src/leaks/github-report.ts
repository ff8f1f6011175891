import { createPublicKey, verify } from 'node:crypto';
import * as v from 'valibot';
import { errorClass } from '../error-class.ts';
import { concurrently } from '../runtime/concurrently.ts';
import { parseJson } from '../schema.ts';
import type { FindGitHubKey } from './github-keys.ts';
import { handleLeak, type LeakDeps, type LeakResponse } from './handle-leak.ts';
import { findLeaked, type LeakedSecret } from './leaked-secret.ts';

/** A report that GitHub has not signed, or that has another form. The message is public. */
export class BadReportError extends errorClass('BadReportError', 'bad_report') {}

/** A request of GitHub's secret scanning. The signature is of the bytes of the body. */
export type GitHubRequest = {
  readonly identifier: string | undefined;
  readonly signature: string | undefined;
  readonly body: Buffer;
};

/** What GitHub learns of each match: whether it is a secret of this gateway. */
export type GitHubFeedback = {
  readonly token_raw: string;
  readonly token_type: string;
  readonly label: 'true_positive' | 'false_positive';
};

export type GitHubDeps = LeakDeps & { readonly response: LeakResponse; readonly findKey: FindGitHubKey };

const matchSchema = v.object({
  token: v.string(),
  type: v.string(),
  url: v.optional(v.nullable(v.string()), ''),
  source: v.optional(v.nullable(v.string()), ''),
});

type Match = v.InferOutput<typeof matchSchema>;

/**
 * Reports or revokes the keys of the secrets that GitHub has found in public places. Matches that are not secrets of this
 * gateway leave no trace: nothing of them is stored or logged, and a wrong checksum is refused without a read. A report
 * that failed can be sent again.
 * @throws {BadReportError} @throws {GitHubKeysError} @throws {AccountBusyError}
 */
export async function receiveGitHubReport(deps: GitHubDeps, request: GitHubRequest): Promise<GitHubFeedback[]> {
  await requireSignature(deps.findKey, request);
  const parsed = v.safeParse(v.array(matchSchema), parseJson(request.body.toString()));
  if (!parsed.success) throw new BadReportError('The body is not an array of objects with token and type.');
  const matches = parsed.output;
  const leaks = await findLeaks(deps, matches);
  await concurrently(byAccount(leaks).values(), async (ofAccount) => {
    // One after another: changes of one account exclude each other.
    for (const { leaked, match } of ofAccount) {
      await handleLeak(deps, leaked, { by: 'github', found: placeOf(match) }, deps.response);
    }
  });
  return matches.map(({ token, type }) => ({
    token_raw: token,
    token_type: type,
    label: leaks.has(token) ? 'true_positive' : 'false_positive',
  }));
}

const identifierPattern = /^[\w-]{1,128}$/;
const signaturePattern = /^[A-Za-z\d+/=]{1,200}$/;

/** ECDSA with P-256 and SHA-256, in DER and base64. Headers without that form cost nothing. */
async function requireSignature(findKey: FindGitHubKey, { identifier, signature, body }: GitHubRequest): Promise<void> {
  if (!identifierPattern.test(identifier ?? '') || !signaturePattern.test(signature ?? '')) {
    throw new BadReportError('Github-Public-Key-Identifier or Github-Public-Key-Signature is missing or malformed.');
  }
  const key = await findKey(identifier ?? '');
  if (!key) throw new BadReportError('GitHub has no public key with this identifier.');
  if (!isSigned(body, key, signature ?? '')) throw new BadReportError('The signature is not of this body.');
}

function isSigned(body: Buffer, pem: string, signature: string): boolean {
  try {
    const key = createPublicKey(pem);
    const isP256 = key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
    return isP256 && verify('sha256', body, key, Buffer.from(signature, 'base64'));
  } catch {
    // A key of another kind, which GitHub may list one day.
    return false;
  }
}

type Leak = { readonly leaked: LeakedSecret; readonly match: Match };

/** The matches that are secrets of this gateway, by secret: GitHub may have found one in several places. */
async function findLeaks({ directory }: GitHubDeps, matches: readonly Match[]): Promise<Map<string, Leak>> {
  const bySecret = new Map(matches.map((match) => [match.token, match]));
  const leaks = new Map<string, Leak>();
  await concurrently(bySecret.values(), async (match) => {
    const leaked = await findLeaked(directory, match.token);
    if (leaked) leaks.set(match.token, { leaked, match });
  });
  return leaks;
}

const byAccount = (leaks: ReadonlyMap<string, Leak>): Map<string, Leak[]> =>
  Map.groupBy(leaks.values(), ({ leaked }) => leaked.accountId);

const longestUrl = 1_000;

/** Where the secret was found, for its owner. A secret is never stored, not even as a part of an address. */
function placeOf({ token, url, source }: Match): Readonly<Record<string, string>> {
  const isShown = url !== null && /^https:\/\//.test(url) && url.length <= longestUrl && !url.includes(token);
  return { ...(isShown && { url }), ...(source && /^\w{1,40}$/.test(source) && { source: source.toLowerCase() }) };
}
