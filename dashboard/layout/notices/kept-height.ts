import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';

const storageKey = 'notices-height';
const keptSchema = v.fallback(v.object({ width: v.number(), height: v.number() }), { width: 0, height: 0 });

/**
 * Keeps the room that notices had when the browser last showed them, until it is known which there are: a notice that
 * comes later would move the whole page.
 */
export function useKeptHeight(isKnown: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const [kept] = useState(readHeight);
  useEffect(() => {
    const shown = ref.current;
    if (!isKnown || !shown) return;
    // It reports the height after a layout that takes place anyway.
    const observer = new ResizeObserver(() => keepHeight(shown.offsetHeight));
    observer.observe(shown);
    return () => observer.disconnect();
  }, [isKnown]);
  return { ref, style: isKnown ? undefined : { minHeight: kept } };
}

/** 0 if the window has had another width then: lines break elsewhere. */
function readHeight(): number {
  try {
    const { width, height } = v.parse(keptSchema, JSON.parse(localStorage.getItem(storageKey) ?? '0'));
    return width === innerWidth ? height : 0;
  } catch {
    return 0;
  }
}

function keepHeight(height: number): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ width: innerWidth, height }));
  } catch {
    // Storage may be full or blocked.
  }
}
