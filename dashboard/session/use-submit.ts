import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** What a form does when it is sent. */
export type Submit = {
  /** Does it, unless it is being done. */
  readonly submit: (task: () => Promise<void>) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
};

/**
 * Sends something to the user pool, once at a time: being offline is an error and no wait, and what is sent is kept
 * nowhere, because it may be a password or a code.
 */
export function useSubmit(): Submit {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (task: () => Promise<void>) => task(),
    networkMode: 'always',
    gcTime: 0,
  });
  const isUnderWay = useRef(false);
  const submit = (task: () => Promise<void>) => {
    // Not by isPending: two presses of Enter may come before the next rendering.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const end = () => {
      isUnderWay.current = false;
    };
    mutate(async () => task().finally(end));
  };
  return { submit, isPending, error };
}
