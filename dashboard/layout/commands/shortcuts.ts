import { rememberedChoice } from '../../format/remembered-choice.ts';

/** The second key of a shortcut that opens a page, after `g`. */
export const pageKeys = {
  o: '/',
  k: '/keys',
  e: '/endpoints',
  u: '/usage',
  h: '/history',
  a: '/activity',
  p: '/plan',
  c: '/account',
  d: '/docs',
  r: '/reference',
  s: '/status',
} as const;

/** The keys of the shortcut that opens a page: `g k`. */
export function pageShortcut(path: string): string {
  const key = Object.entries(pageKeys).find(([, page]) => page === path)?.[0];
  return key === undefined ? '' : `g ${key}`;
}

type PagePath = (typeof pageKeys)[keyof typeof pageKeys];

/** What opens: the palette, the list of shortcuts. Or the search of the page, or a page. */
export type Command = 'palette' | 'shortcuts' | 'search' | { readonly page: PagePath };

/** Shortcuts of a single character can be switched off (WCAG 2.1.4). The palette's has a modifier, and stays. */
export const characterShortcuts = rememberedChoice('shortcuts', ['on', 'off']);

export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'timeStamp'>;

const sequenceMs = 1_500;

/**
 * The command of a press that is not made in a field.
 * @param before the press before it
 */
export function characterCommand(press: Press, before: Press | undefined): Command | undefined {
  if (characterShortcuts.current() === 'off' || press.ctrlKey || press.metaKey || press.altKey) return undefined;
  if (press.key === '?') return 'shortcuts';
  if (press.key === '/') return 'search';
  const isSecond = before?.key === 'g' && press.timeStamp - before.timeStamp < sequenceMs;
  const page = isSecond ? Object.entries(pageKeys).find(([key]) => key === press.key)?.[1] : undefined;
  return page && { page };
}

/** Whether a press is Ctrl-K, or on a Mac Cmd-K: there, Ctrl-K edits text. */
export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Press, isMac: boolean): boolean =>
  key.toLowerCase() === 'k' && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;
