import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * Leads this tab to a page of Stripe. `isLeaving` is true from then on, as a slow network keeps this page for a while, until
 * the back button shows the page again as it was left.
 */
export function useLeaving() {
  const cache = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setLeaving(false);
      void cache.invalidateQueries();
    };
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, [cache]);
  const leaveTo = (address: string) => {
    setLeaving(true);
    location.assign(address);
  };
  return { isLeaving, leaveTo };
}
