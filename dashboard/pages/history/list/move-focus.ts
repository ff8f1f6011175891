import type { KeyboardEvent } from 'react';

type PressedKey = Readonly<Record<'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey', boolean>> & { readonly key: string };

/** Moves the focus from a row to another one with the arrow keys, Home and End. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll('a')];
  const focused = rows.findIndex((row) => row.matches(':focus'));
  const target = focused < 0 ? undefined : targetRow(event, focused, rows.length);
  if (target === undefined) return;
  event.preventDefault();
  rows[target]?.focus();
}

/** The row that a key moves the focus to; undefined if the key does something else, or there is no further row. */
export function targetRow({ key, ...modifiers }: PressedKey, focused: number, count: number): number | undefined {
  if (modifiers.altKey || modifiers.ctrlKey || modifiers.metaKey || modifiers.shiftKey) return undefined;
  const target = { ArrowDown: focused + 1, ArrowUp: focused - 1, Home: 0, End: count - 1 }[key];
  return target !== undefined && target >= 0 && target < count ? target : undefined;
}
