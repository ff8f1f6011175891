import { Link } from '@tanstack/react-router';
import { CircleHelp, FileText, Keyboard, LifeBuoy, Search } from 'lucide-react';
import { useService } from '../service.ts';
import { isMac, type OpenCommand } from './commands/use-commands.ts';
import styles from './help-menu.module.css';
import { helpPages } from './help-pages.ts';
import navigation from './navigation.module.css';

/** The docs, the status, the operator's links and the commands, behind one line of the navigation. */
export function HelpMenu({ onCommand }: { readonly onCommand: (command: OpenCommand) => void }) {
  const { support, terms } = useService();
  return (
    <details className={styles.help}>
      <summary className={navigation.page}>
        <CircleHelp size={18} aria-hidden="true" />
        Help
      </summary>
      <ul className={navigation.pages} aria-label="Help">
        {helpPages.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={navigation.page} activeOptions={{ includeSearch: false }}>
              <Icon size={18} aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
        {support !== undefined && (
          <li>
            <a href={support} className={navigation.page}>
              <LifeBuoy size={18} aria-hidden="true" />
              Contact support
            </a>
          </li>
        )}
        {terms !== undefined && (
          <li>
            <a href={terms} className={navigation.page}>
              <FileText size={18} aria-hidden="true" />
              Terms
            </a>
          </li>
        )}
        <li>
          <button type="button" className={navigation.page} onClick={() => onCommand('palette')}>
            <Search size={18} aria-hidden="true" />
            Go to… <kbd>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
          </button>
        </li>
        <li>
          <button type="button" className={navigation.page} onClick={() => onCommand('shortcuts')}>
            <Keyboard size={18} aria-hidden="true" />
            Keyboard shortcuts <kbd>?</kbd>
          </button>
        </li>
      </ul>
    </details>
  );
}
