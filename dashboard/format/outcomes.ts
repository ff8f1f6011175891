import type { PatternName } from '../theme/patterns.ts';
import { asWords } from './words.ts';

/** How an outcome is shown. Tone `caution` is for errors of the caller and for limits, `bad` for errors of the service. */
type OutcomeView = {
  readonly label: string;
  readonly meaning: string;
  readonly tone: 'good' | 'caution' | 'bad' | 'neutral';
  /** A custom property of theme/outcomes.css. */
  readonly color: `var(--outcome-${string})`;
  /** Unique, as the color is. */
  readonly pattern: PatternName;
};

const view = (
  name: string,
  tone: OutcomeView['tone'],
  pattern: PatternName,
  label: string,
  meaning: string,
): OutcomeView => ({ label, meaning, tone, color: `var(--outcome-${name})`, pattern });

/** Every outcome of a call that this release knows, in display order. */
const outcomes = {
  ok: view('ok', 'good', 'solid', 'OK', 'The node answered with a result.'),
  rpc_error: view('rpc-error', 'caution', 'diagonal', 'RPC error', 'The node answered with a JSON-RPC error.'),
  invalid_request: view(
    'invalid-request',
    'caution',
    'dashes',
    'Invalid request',
    'The body was not a valid JSON-RPC call.',
  ),
  response_too_large: view(
    'response-too-large',
    'caution',
    'dots',
    'Response too large',
    'The answer was larger than 6 MB.',
  ),
  call_too_slow: view(
    'call-too-slow',
    'caution',
    'steps',
    'Call too slow',
    'The call took longer than the plan allows, at nodes that answer others.',
  ),
  rate_limited: view('rate-limited', 'caution', 'horizontal', 'Rate limited', 'The key was over its limit per second.'),
  quota_exceeded: view(
    'quota-exceeded',
    'caution',
    'vertical',
    'Quota exceeded',
    'The key had used up its calls for the day.',
  ),
  key_revoked: view('key-revoked', 'caution', 'dense-horizontal', 'Key revoked', 'The key had been revoked.'),
  key_expired: view(
    'key-expired',
    'caution',
    'dense-vertical',
    'Key expired',
    'The secret had been rotated and its grace period was over.',
  ),
  plan_inactive: view('plan-inactive', 'caution', 'grid', 'No active plan', 'The account had no active plan.'),
  upstream_error: view(
    'upstream-error',
    'bad',
    'back-diagonal',
    'Upstream error',
    'No chain node gave a usable answer.',
  ),
  upstream_timeout: view('upstream-timeout', 'bad', 'zigzag', 'Upstream timeout', 'No chain node answered in time.'),
  internal_error: view('internal-error', 'bad', 'cross', 'Gateway error', 'The gateway failed.'),
} satisfies Record<string, OutcomeView>;

type Outcome = keyof typeof outcomes;

const isKnown = (outcome: string): outcome is Outcome => Object.hasOwn(outcomes, outcome);

/** The known outcomes in display order. */
export const outcomeNames = Object.keys(outcomes).filter(isKnown);

/** How to show an outcome; one of a later release is shown by its name. */
export const outcomeView = (outcome: string): OutcomeView =>
  isKnown(outcome)
    ? outcomes[outcome]
    : view('unknown', 'neutral', 'bricks', asWords(outcome), 'Reload the page to learn more.');

/** The outcomes of some calls in display order, later releases' last. */
export const occurredOutcomes = (counts: Readonly<Record<string, number>>): string[] =>
  [...new Set([...outcomeNames, ...Object.keys(counts)])].filter((outcome) => (counts[outcome] ?? 0) > 0);
