import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Sends a change unless one is on its way. `isPending` comes too late for the second half of a quick double click, and
 * a key that is rotated twice loses the secret that its services use.
 */
export function useOneAtATime<Data, Variables>({ mutate }: Pick<UseMutationResult<Data, Error, Variables>, 'mutate'>) {
  const isUnderWay = useRef(false);
  return (variables: Variables, onSuccess: (data: Data) => void) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const onSettled = () => {
      isUnderWay.current = false;
    };
    mutate(variables, { onSuccess, onSettled });
  };
}
