import { useSyncExternalStore } from 'react';
import { useTheme } from '../theme/theme.ts';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** The colours that the page is shown in now, for what CSS does not colour. */
export function useColorScheme(): 'light' | 'dark' {
  const theme = useTheme();
  const preferred = useSyncExternalStore(listen, () => (dark.matches ? 'dark' : 'light'));
  return theme === 'system' ? preferred : theme;
}

function listen(listener: () => void): () => void {
  dark.addEventListener('change', listener);
  return () => dark.removeEventListener('change', listener);
}
