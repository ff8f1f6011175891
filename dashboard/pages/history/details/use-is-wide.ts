import { useSyncExternalStore } from 'react';

/** Whether the list and the details of a request fit beside each other. */
export function useIsWide(): boolean {
  return useSyncExternalStore(follow, () => matchMedia(wide).matches);
}

const wide = '(min-width: 75rem)';

function follow(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
