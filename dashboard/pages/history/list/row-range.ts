import type { RecordedRequest } from '../../../api/api.ts';

/** The indexes of the rows to render: a range, and the rows of some requests outside of it. Ascending, each once. */
export function keptRows(
  range: readonly number[],
  requests: readonly Pick<RecordedRequest, 'requestId'>[],
  keptIds: readonly (string | undefined)[],
): number[] {
  const kept = keptIds
    .filter((id) => id !== undefined)
    .map((id) => requests.findIndex(({ requestId }) => requestId === id))
    .filter((index) => index >= 0);
  return [...new Set([...range, ...kept])].sort((one, other) => one - other);
}

type PressedKey = Readonly<Record<'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey', boolean>> & { readonly key: string };

/** The row that a key moves the focus to; undefined if the key does something else, or there is no further row. */
export function targetRow({ key, ...modifiers }: PressedKey, focused: number, count: number): number | undefined {
  if (modifiers.altKey || modifiers.ctrlKey || modifiers.metaKey || modifiers.shiftKey) return undefined;
  const target = { ArrowDown: focused + 1, ArrowUp: focused - 1, Home: 0, End: count - 1 }[key];
  return target !== undefined && target >= 0 && target < count ? target : undefined;
}
