import * as v from 'valibot';

/** Every name for an account starts with this; those of preferences, the session and the loaded release do not. */
const prefix = 'account:';

type Area = 'localStorage' | 'sessionStorage';

/** A value that the browser keeps for one account, until it signs out. */
export type AccountStorage<T> = { readonly read: () => T; readonly write: (value: T) => void };

/**
 * Keeps a value for one account: other accounts in this browser do not see it. Never put a secret, a password or a code in
 * it.
 * @param area `sessionStorage` lasts as long as the tab
 * @param accountId undefined if it is not known: then nothing is kept
 * @param schema reads what an earlier release may have written; it needs a fallback
 */
export function accountStorage<T>(
  area: Area,
  name: string,
  accountId: string | undefined,
  schema: v.GenericSchema<unknown, T>,
): AccountStorage<T> {
  const key = accountId === undefined ? undefined : `${prefix}${accountId}:${name}`;
  return {
    read: () => v.parse(schema, parsed(key === undefined ? null : readItem(area, key))),
    write: (value) => {
      if (key === undefined) return;
      try {
        globalThis[area].setItem(key, JSON.stringify(value));
      } catch {
        // Storage may be full or blocked: the value then lasts until the page is closed.
      }
    },
  };
}

/** Removes what the browser keeps for accounts. */
export function clearAccountStorage(): void {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[area];
      for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
    } catch {
      // Blocked storage holds nothing.
    }
  }
}

function readItem(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
