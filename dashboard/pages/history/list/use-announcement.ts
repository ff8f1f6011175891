import { useEffect, useRef, useState } from 'react';
import { newRequests } from './new-requests.ts';

// Often enough to follow, and seldom enough to go on reading.
const every = 15_000;

/** What screen readers hear of a count that grows: how many came since they heard of it last. */
export function useAnnouncement(arrived: number): string {
  const [text, setText] = useState('');
  const current = useRef(arrived);
  const heard = useRef(arrived);
  current.current = arrived;
  useEffect(() => {
    const timer = setInterval(() => {
      const unheard = current.current - heard.current;
      heard.current = current.current;
      setText(unheard > 0 ? newRequests(unheard, false) : '');
    }, every);
    return () => clearInterval(timer);
  }, []);
  return text;
}
