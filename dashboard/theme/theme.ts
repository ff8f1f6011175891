import { rememberedChoice } from '../format/remembered-choice.ts';

const themes = ['system', 'light', 'dark'] as const;

/** `system` follows the browser's own preference. */
export type Theme = (typeof themes)[number];

const theme = rememberedChoice('theme', themes);

/** Applies a theme and remembers it. */
export function chooseTheme(chosen: Theme): void {
  theme.choose(chosen);
  showTheme();
}

/** Applies the chosen theme to the document. */
export function showTheme(): void {
  const chosen = theme.current();
  if (chosen === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset.theme = chosen;
}

/** The chosen theme, now and after each change. */
export const useTheme = theme.useChosen;
