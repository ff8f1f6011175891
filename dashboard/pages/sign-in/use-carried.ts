import { useLocation } from '@tanstack/react-router';

/** What the page before has left for this one, in the history and not in the address. */
export const useCarried = () =>
  useLocation({
    select: ({ state: { email = '', ending, done } }) => ({ email, ending, done }),
    structuralSharing: true,
  });
