import type { Request } from '../../../api/api.ts';
import { Moment } from '../../../components/time.tsx';
import type { Continuation } from './use-continuation.ts';

export type ProgressProps = {
  readonly continuation: Continuation;
  readonly oldest: Request | undefined;
  /** Whether the last look brought nothing. */
  readonly isShort: boolean;
};

/** How far the search for older requests has come. */
export function Progress({ continuation: { state, looks }, oldest, isShort }: ProgressProps) {
  if (state === 'offline') return 'You are offline. This goes on when you are back.';
  if (looks <= 1 && !isShort) return null;
  return (
    <>
      {state === 'loading' && `Searching further back, look ${looks + 1}… `}
      {oldest ? (
        <>
          Nothing found before <Moment at={oldest.at} /> so far.
        </>
      ) : (
        'Nothing found so far.'
      )}
    </>
  );
}
