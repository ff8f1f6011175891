import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Sends one change at a time. `isPending` would come too late for a quick double click, and a key that is rotated twice
 * loses the secret that its services use.
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
