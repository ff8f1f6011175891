import { Segments } from '../../components/segments.tsx';
import { helpPages } from '../help-pages.ts';
import { navigationPages } from '../navigation-pages.ts';
import styles from './commands.module.css';
import { characterShortcuts, pageShortcut } from './shortcuts.ts';
import { isMac } from './use-commands.ts';

const general = [
  [isMac ? '⌘ K' : 'Ctrl K', 'Go to a page, a key or a preference'],
  ['/', 'Search this page'],
  ['?', 'Show these shortcuts'],
] as const;

const choices = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const;

/** Every shortcut, and the switch for those of single characters. */
export function ShortcutList() {
  const pages = [...navigationPages, ...helpPages].map(({ to, label }) => [pageShortcut(to), label] as const);
  const shortcuts = [...general, ...pages].filter(([keys]) => keys !== '');
  return (
    <>
      <dl className={styles.shortcuts}>
        {shortcuts.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Segments
        label="Shortcuts without Ctrl or ⌘"
        choices={choices}
        value={characterShortcuts.useChosen()}
        onChange={characterShortcuts.choose}
      />
      <p className={styles.muted}>
        They do nothing while you type in a field. In lists, the arrow keys, Home and End work.
      </p>
    </>
  );
}
