import { useSyncExternalStore } from 'react';
import * as v from 'valibot';

/** A choice that this browser remembers. It is the first of `values` until the user chooses another. */
export function rememberedChoice<const Value extends string>(storageKey: string, values: readonly [Value, ...Value[]]) {
  return remembered<Value>(storageKey, v.fallback(v.picklist(values), values[0]));
}

/** Several choices that this browser remembers, in the order of `values`. They are all of `values` until the user chooses. */
export function rememberedChoices<const Value extends string>(storageKey: string, values: readonly Value[]) {
  const list = v.pipe(
    v.string(),
    v.transform((text) => values.filter((value) => text.split(',').includes(value))),
  );
  return remembered<readonly Value[]>(storageKey, v.fallback(list, [...values]));
}

function remembered<Value extends string | readonly string[]>(
  storageKey: string,
  schema: v.GenericSchema<unknown, Value>,
) {
  const listeners = new Set<() => void>();
  let chosen = v.parse(schema, stored(storageKey));
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
        localStorage.setItem(storageKey, value.toString());
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
