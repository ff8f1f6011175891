import * as v from 'valibot';
import { errorClass } from '../error-class.ts';
import type { HttpAnswer, HttpRequest } from '../http/http-exchange.ts';
import type { Clock } from '../time.ts';
import { identityRequest, type SignedIdentity } from './caller-identity.ts';

/** STS does not confirm who sent a command. Nothing was done. */
class CallerUnknownError extends errorClass('CallerUnknownError', 'caller_unknown') {}

/** STS cannot be asked, or is too busy to answer. */
class CallerUnverifiedError extends errorClass('CallerUnverifiedError', 'caller_unverified') {}

export type VerifyDeps = {
  readonly region: string;
  /** Sends a request to STS in this region, and follows no redirect. */
  readonly askSts: (request: HttpRequest) => Promise<HttpAnswer>;
  readonly clock: Clock;
};

/** STS itself takes older ones. A signature that somebody has copied is worth little after this time. */
const longestAgeMs = 5 * 60_000;

const timeLimits = { connectMs: 2_000, timeoutMs: 5_000 };

const identityAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    GetCallerIdentityResponse: v.object({
      GetCallerIdentityResult: v.object({
        Arn: v.pipe(v.string(), v.regex(/^arn:aws:(iam|sts)::\d{12}:[\x21-\x7e]{1,700}$/)),
      }),
    }),
  }),
);

/**
 * The ARN of the IAM principal that signed a command.
 * @param digest of the command that has arrived
 * @throws {CallerUnknownError} for a signature that is wrong, for another command, or too old
 * @throws {CallerUnverifiedError} if STS does not answer, fails or throttles
 */
export async function verifyCaller(
  { region, askSts, clock }: VerifyDeps,
  identity: SignedIdentity,
  digest: string,
): Promise<string> {
  requireFresh(identity.date, clock());
  const request = { method: 'GET', body: '', ...timeLimits, ...identityRequest(identity, { region, digest }) };
  const answer = await askSts(request).catch((cause: unknown) => {
    throw new CallerUnverifiedError(`${notAnswered} Run the command again.`, { cause });
  });
  const reason = `${answer.status}${codeIn(answer)}`;
  if (isTransient(answer)) throw new CallerUnverifiedError(`${notAnswered} (${reason}) Run the command again.`);
  const confirmed = v.safeParse(identityAnswer, answer.status === 200 ? answer.body.toString() : '');
  if (confirmed.success) return confirmed.output.GetCallerIdentityResponse.GetCallerIdentityResult.Arn;
  throw new CallerUnknownError(
    `AWS STS does not confirm who sends this command (${reason}). Nothing was done. The ` +
      'credentials may have expired, or the signature is for another command, function or region.',
  );
}

const notAnswered = 'AWS STS, which confirms who sends a command, cannot be asked now. Nothing was done.';

/** STS throttles with 400 and a code, as all AWS services with its protocol do ("Common error types" of its reference). */
const isTransient = (answer: HttpAnswer): boolean =>
  answer.status >= 500 ||
  answer.status === 429 ||
  (answer.status === 400 && /Throttl|RequestLimitExceeded|TooManyRequests/.test(codeIn(answer)));

/** STS's own code, such as `SignatureDoesNotMatch`; never its message, which quotes the signed request. */
const codeIn = ({ body }: HttpAnswer): string => {
  const [, code] = /"Code"\s*:\s*"(\w{1,60})"/.exec(body.toString()) ?? [];
  return code === undefined ? '' : `, ${code}`;
};

function requireFresh(date: string, now: number): void {
  const at = Date.parse(date.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'));
  if (Math.abs(now - at) <= longestAgeMs) return;
  throw new CallerUnknownError(
    `The command was signed at ${date}, more than ${longestAgeMs / 60_000} minutes from the function's time. Nothing was ` +
      'done. Set the clock of your machine, and run the command again.',
  );
}
