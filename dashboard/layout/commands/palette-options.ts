import type { Key } from '../../api/api.ts';
import { keyLabels } from '../../format/key-labels.ts';
import { rowHeight } from '../../format/row-height.ts';
import { chooseTimeZone } from '../../format/time-zone.ts';
import { documents } from '../../pages/docs/documents.ts';
import { chooseTheme } from '../../theme/theme.ts';
import { helpPages } from '../help-pages.ts';
import { navigationPages } from '../navigation-pages.ts';
import { pageShortcut } from './shortcuts.ts';

/** Something that the palette opens or does. */
export type PaletteOption = {
  readonly id: string;
  readonly text: string;
  readonly hint: string;
  /** Further words by which it is found. */
  readonly words?: string;
} & ({ readonly href: string } | { readonly act: () => void });

const pages: readonly PaletteOption[] = [...navigationPages, ...helpPages].map(({ to, label }) => ({
  id: to,
  text: label,
  hint: pageShortcut(to),
  words: 'page',
  href: to,
}));

const tester: PaletteOption = {
  id: 'tester',
  text: 'Request tester',
  hint: 'Endpoints',
  words: 'send try call',
  href: '/endpoints',
};

const docs: readonly PaletteOption[] = Object.entries(documents).map(([name, { title }]) => ({
  id: `docs-${name}`,
  text: title,
  hint: 'Docs',
  href: `/docs/${name}`,
}));

const preference = (text: string, act: () => void): PaletteOption => ({
  id: text,
  text,
  hint: 'Preference',
  words: 'appearance density',
  act,
});

const preferences: readonly PaletteOption[] = [
  preference('Light theme', () => chooseTheme('light')),
  preference('Dark theme', () => chooseTheme('dark')),
  preference('Theme of the system', () => chooseTheme('system')),
  preference('Compact rows', () => rowHeight.choose('compact')),
  preference('Detailed rows', () => rowHeight.choose('detailed')),
  preference('Times in UTC', () => chooseTimeZone('utc')),
  preference('Times in local time', () => chooseTimeZone('local')),
];

function keyOptions(keys: readonly Key[]): PaletteOption[] {
  const labels = keyLabels(keys);
  return keys.map(({ keyId, name, state }) => ({
    id: keyId,
    text: labels.get(keyId) ?? name,
    hint: state === 'revoked' ? 'Revoked key' : 'Key',
    words: keyId,
    href: `/keys/${keyId}`,
  }));
}

/** Everything that the palette offers. @param listShortcuts shows the list of shortcuts */
export const paletteOptions = (keys: readonly Key[], listShortcuts: () => void): PaletteOption[] => [
  ...pages,
  tester,
  ...docs,
  ...keyOptions(keys),
  ...preferences,
  { id: 'shortcuts', text: 'Keyboard shortcuts', hint: '?', act: listShortcuts },
];

/** The most options that are shown. */
export const mostOptions = 50;

/** The options that have each word of a text, those whose text begins with it first. */
export function findOptions(options: readonly PaletteOption[], typed: string): PaletteOption[] {
  const text = normalized(typed);
  const words = text.split(' ');
  const isFirst = (option: PaletteOption) => normalized(option.text).startsWith(text);
  const found = options.filter((option) => {
    const all = normalized(`${option.text} ${option.hint} ${option.words ?? ''}`);
    return words.every((word) => all.includes(word));
  });
  return [...found.filter(isFirst), ...found.filter((option) => !isFirst(option))];
}

/** Without differences that a reader does not see. */
const normalized = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').normalize('NFKC').toLowerCase();
