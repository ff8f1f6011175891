import { formatCount } from '../../../../format/numbers.ts';

const longest = 240;

/** As much of a value as fits into a row. */
export const cutText = (source: string): string => (source.length > longest ? `${source.slice(0, longest)}…` : source);

/** Whether {@link cutText} leaves something out. */
export const isCut = (source: string): boolean => source.length > longest;

/** What an array or object has: `[ ] 3 items`, `{ } 1 member`. */
export function containerText(kind: 'object' | 'array', count: number): string {
  const brackets = kind === 'object' ? '{ }' : '[ ]';
  if (count === 0) return brackets;
  const noun = kind === 'object' ? 'member' : 'item';
  return `${brackets} ${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
}
