import type { SecretCheck } from './check-secret.ts';
import type { ExchangeResult } from './exchange.ts';

/** Why there is no answer to show: what is known, and what may be the reason, the likeliest first. */
export type MissingAnswer = { readonly title: string; readonly text: string; readonly reasons: readonly string[] };

/** How sending ended, where there is no answer to show. */
export type MissingAnswerKind = Exclude<ExchangeResult['kind'], 'answered'>;

/** Says what it means that no answer can be shown, and what to check. */
export function explainMissingAnswer(kind: MissingAnswerKind, form: SecretCheck): MissingAnswer {
  const { reasons, ...rest } = silences[kind];
  return { ...rest, reasons: kind === 'hidden' && form !== 'good' ? [badForm, ...reasons] : reasons };
}

const badForm = 'The key does not look like a secret of Sluice (see the field above), so 403 is all but certain.';

const silences: Readonly<Record<MissingAnswerKind, MissingAnswer>> = {
  hidden: {
    title: 'The endpoint answered, but your browser hides the answer',
    text:
      'The service can be reached. It refused the request before Sluice saw it, and such refusals come without the CORS ' +
      'headers that let a page read them. A program or the curl line below sees the whole answer. In order of likelihood:',
    reasons: [
      '403: the secret is wrong or has expired after a rotation, the key was revoked, or the account has no active plan. Look at your keys and your plan.',
      '401: the header X-API-KEY did not arrive. A browser extension or a proxy may take it away.',
      '429, 413 or 5xx: the service as a whole is busy, the body is over 6 MB, or it failed. A transaction may have arrived: check before you send it again.',
    ],
  },
  unreachable: {
    title: 'The endpoint could not be reached',
    text: 'Your browser got no answer at all, not even to a request without a key. In order of likelihood:',
    reasons: [
      'The network: a lost connection, a VPN, a proxy or a firewall in between.',
      'An ad-blocker or another extension that stops requests to this address. Try a private window.',
      'The service itself is down. The curl line below tells, from another network.',
    ],
  },
  offline: {
    title: 'You are offline',
    text: 'Your browser has no connection, so nothing was sent. Send it when you are online.',
    reasons: [],
  },
  broken: {
    title: 'The connection broke off',
    text: 'The answer began but did not end. The call may have been made and counted. A transaction may have arrived: check before you send it again.',
    reasons: [],
  },
  stopped: {
    title: 'Stopped',
    text: 'You stopped waiting. The call may still have been made and counted. A transaction may have arrived: check before you send it again.',
    reasons: [],
  },
  'timed out': {
    title: 'No answer within 30 seconds',
    text: 'The tester stops waiting after 30 seconds. The call may still have been made and counted. A read: ask for less. A transaction may have arrived: check before you send it again.',
    reasons: [],
  },
};
