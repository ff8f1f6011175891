import type { outcomeNames } from '../../../format/outcomes.ts';

type Outcome = (typeof outcomeNames)[number];

/** What the caller can do about an outcome, and the page that helps. */
export type OutcomeAdvice = {
  readonly text: string;
  readonly page?: { readonly to: '/plan' | '/keys' | '/status' | '/usage'; readonly label: string };
};

const plans = { to: '/plan', label: 'See plans' } as const;
const keys = { to: '/keys', label: 'Open keys' } as const;
const status = { to: '/status', label: 'See the status of the networks' } as const;

const advice: Readonly<Partial<Record<Outcome, OutcomeAdvice>>> = {
  invalid_request: {
    text: 'Send one JSON-RPC 2.0 call or a batch as JSON. The request tester has an example for each method.',
  },
  response_too_large: {
    text: 'Ask for less data: with dataSlice, filters or a smaller range. If the call changes the chain, first check whether it arrived.',
  },
  call_too_slow: {
    text: 'Ask for less data, or choose a plan with longer calls. If the call changes the chain, first check whether it arrived.',
    page: plans,
  },
  rate_limited: {
    text: 'Send fewer calls per second, and wait as long as the Retry-After header says. It did not count against your quota.',
    page: plans,
  },
  quota_exceeded: { text: 'The quota starts again at 00:00 UTC. A larger plan has a larger one.', page: plans },
  key_revoked: {
    text: 'A revoked key cannot be restored. Use another key where this one is still in use.',
    page: keys,
  },
  key_expired: { text: 'Use the secret that the rotation returned. If it is lost, rotate the key again.', page: keys },
  plan_inactive: { text: 'Choose a plan. The key then works again.', page: plans },
  upstream_error: {
    text: 'Send the call again. If it changes the chain, first check whether it arrived.',
    page: status,
  },
  upstream_timeout: {
    text: 'Send the call again, or ask for less data. If it changes the chain, first check whether it arrived.',
    page: status,
  },
  internal_error: { text: 'Send the call again. If it keeps failing, send the request ID to support.' },
};

/** What to do about an outcome; undefined if a later release knows it, nothing is to be done, or its error code says it. */
export const outcomeAdvice = (outcome: string): OutcomeAdvice | undefined =>
  isKnown(outcome) ? advice[outcome] : undefined;

const isKnown = (outcome: string): outcome is Outcome => Object.hasOwn(advice, outcome);
