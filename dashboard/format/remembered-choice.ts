import { useSyncExternalStore } from 'react';
import * as v from 'valibot';

/** A choice that this browser remembers. It is the first of `values` until the user chooses another. */
export function rememberedChoice<const Value extends string>(storageKey: string, values: readonly [Value, ...Value[]]) {
  const listeners = new Set<() => void>();
  let chosen = v.parse(v.fallback(v.picklist(values), values[0]), stored(storageKey));
  const current = (): Value => chosen;
  const follow = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    current,
    choose: (value: Value): void => {
      chosen = value;
      try {
        localStorage.setItem(storageKey, value);
      } catch {
        // Storage may be full or blocked: the choice then lasts until the page is closed.
      }
      for (const listener of listeners) listener();
    },
    /** The choice, now and after each change. */
    useChosen: (): Value => useSyncExternalStore(follow, current, current),
  };
}

function stored(storageKey: string): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
