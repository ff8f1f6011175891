import { Segments } from '../components/segments.tsx';
import { chooseTheme, useTheme } from '../theme/theme.ts';

const choices = [
  { value: 'system', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Light, dark, or as the browser has it. */
export const ThemeChoice = () => (
  <Segments label="Theme" hideLabel choices={choices} value={useTheme()} onChange={chooseTheme} />
);
