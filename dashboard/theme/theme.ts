import { useSyncExternalStore } from 'react';
import * as v from 'valibot';

const themeSchema = v.fallback(v.picklist(['system', 'light', 'dark']), 'system');

/** `system` follows the browser's own preference. */
export type Theme = v.InferOutput<typeof themeSchema>;

const storageKey = 'theme';
const listeners = new Set<() => void>();
let chosen = v.parse(themeSchema, read());

/** Applies a theme and remembers it. */
export function chooseTheme(theme: Theme): void {
  chosen = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be full or blocked: the choice then lasts until the page is closed.
  }
  showTheme();
  for (const listener of listeners) listener();
}

/** Applies the chosen theme to the document. */
export function showTheme(): void {
  if (chosen === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset.theme = chosen;
}

/** The chosen theme, now and after each change. */
export const useTheme = (): Theme => useSyncExternalStore(followChoice, () => chosen);

function followChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
