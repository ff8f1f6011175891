import type { TryEnd } from '../records/tries.ts';
import { rejectsCredentials, type UpstreamFailure } from './upstream-failure.ts';

/** How a try ended, by which its provider charges or not (docs/margin.md); undefined if the request was not sent. */
export function endOfTry(
  outcome: { readonly reading: { readonly fault?: string | undefined } } | UpstreamFailure,
): TryEnd | undefined {
  if ('reading' in outcome) return outcome.reading.fault === 'limited' ? 'refused' : 'answered';
  const { sent, status, code } = outcome;
  if (!sent) return undefined;
  if (status !== undefined) return rejectsCredentials(status) || status === 429 ? 'refused' : 'failed';
  // A body that is too large, or that would disclose a secret, is an answer all the same.
  if (code === 'too_large' || code === 'withheld') return 'answered';
  return code === 'not_json_rpc' || code === 'damaged' ? 'failed' : 'unanswered';
}
