import { createContext, type RefObject, useEffect, useState } from 'react';
import { onClockCorrected, serverNow } from '../../../api/server-clock.ts';

const refreshedMs = 10_000;

/** The time that the rows of a block are shown at. */
export const BlockClock = createContext(0);

/** The service's time, which does not change while the browser skips the block. Otherwise 50,000 rows would have as many timers. */
export function useBlockClock(block: RefObject<HTMLElement | null>): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const { current: element } = block;
    if (!element) return;
    const update = () => setNow(serverNow());
    let timer = setInterval(update, refreshedMs);
    const follow = (change: Event) => {
      clearInterval(timer);
      if ('skipped' in change && change.skipped) return;
      update();
      timer = setInterval(update, refreshedMs);
    };
    element.addEventListener('contentvisibilityautostatechange', follow);
    const forget = onClockCorrected(update);
    return () => {
      clearInterval(timer);
      element.removeEventListener('contentvisibilityautostatechange', follow);
      forget();
    };
  }, [block]);
  return now;
}
