import { Segments } from '../components/segments.tsx';
import { chooseTheme, useTheme } from '../theme/theme.ts';

const choices = [
  { value: 'system', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** A choice of light, dark or the browser's preference. */
export const ThemeChoice = () => (
  <Segments label="Theme" hideLabel choices={choices} value={useTheme()} onChange={chooseTheme} />
);
