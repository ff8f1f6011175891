import type { TryEnd } from '../records/tries.ts';
import type { TryOutcome } from './next-step.ts';
import type { UpstreamFailure } from './upstream-failure.ts';

/** How a try ended, by which its provider charges or not (docs/margin.md); undefined if the request was not sent. */
export function endOfTry(outcome: TryOutcome, failure: UpstreamFailure | undefined): TryEnd | undefined {
  if (outcome === 'unsent') return undefined;
  if (outcome === 'refused' || outcome === 'refused_by_text') return 'refused';
  if (!failure || unusedAnswers.includes(failure.code)) return 'answered';
  if (failure.status !== undefined || failure.code === 'not_json_rpc' || failure.code === 'damaged') return 'failed';
  return 'unanswered';
}

/** A body that is too large, that would disclose a secret, or that is of another chain, is an answer all the same. */
const unusedAnswers: readonly string[] = ['too_large', 'withheld', 'wrong_chain'];
