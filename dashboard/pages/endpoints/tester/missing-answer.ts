import type { SecretCheck } from './check-secret.ts';
import type { ExchangeResult } from './exchange.ts';

/** Why there is no response to show: the known facts, then possible reasons, the likeliest first. */
type MissingAnswer = { readonly title: string; readonly text: string; readonly reasons: readonly string[] };

/** How sending ended, without a response to show. */
export type MissingAnswerKind = Exclude<ExchangeResult['kind'], 'answered'>;

/** Explains why no response can be shown, and what to check. */
export function explainMissingAnswer(kind: MissingAnswerKind, check: SecretCheck): MissingAnswer {
  const { reasons, ...rest } = silences[kind];
  return { ...rest, reasons: kind === 'hidden' && check !== 'valid' ? [badSecret, ...reasons] : reasons };
}

const badSecret =
  'The secret does not look like one of this service’s (see the field above), so 403 is almost certain.';

const silences: Readonly<Record<MissingAnswerKind, MissingAnswer>> = {
  hidden: {
    title: 'The endpoint answered, but your browser hides the response',
    text:
      'The service is reachable, but refused the request before it reached the gateway. Such refusals have no CORS headers, so ' +
      'a page cannot read them. The curl command below shows the whole response. Possible reasons, the likeliest first:',
    reasons: [
      '403: the secret is wrong or expired after a rotation, the key was revoked, or the account has no active plan. Check your keys and your plan.',
      '401: the X-API-KEY header did not arrive. A browser extension or a proxy may have removed it.',
      '429, 413 or 5xx: the service is at its capacity, the body is over 6 MB, or the service failed. A transaction may have arrived: check before you send it again.',
    ],
  },
  unreachable: {
    title: 'The endpoint could not be reached',
    text: 'Your browser got no answer at all, not even to a request without a key. Possible reasons, the likeliest first:',
    reasons: [
      'The network: a lost connection, a VPN, a proxy or a firewall.',
      'An ad blocker or another extension that blocks this URL. Try a private window.',
      'The service is down. To check, run the curl command below from another network.',
    ],
  },
  offline: {
    title: 'You are offline',
    text: 'Your browser has no connection, so nothing was sent. Send the request again when you reconnect.',
    reasons: [],
  },
  broken: {
    title: 'The connection was lost',
    text: 'The response started but did not finish. The call may have been made and counted. A transaction may have arrived: check before you send it again.',
    reasons: [],
  },
  stopped: {
    title: 'Stopped',
    text: 'You stopped waiting. The call may still have been made and counted. A transaction may have arrived: check before you send it again.',
    reasons: [],
  },
  'timed out': {
    title: 'No answer within 30 seconds',
    text: 'The tester stops waiting after 30 seconds. The call may still have been made and counted. For a read, request less data. A transaction may have arrived: check before you send it again.',
    reasons: [],
  },
};
