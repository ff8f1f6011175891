import { Link, useLocation } from '@tanstack/react-router';
import { MenuIcon, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useAccount } from '../api/account.ts';
import { ApiError } from '../api/api-errors.ts';
import { AfterPaint } from '../components/after-paint.tsx';
import { Button } from '../components/button.tsx';
import { useMedia } from '../components/use-media.ts';
import { useService } from '../service.ts';
import * as amplify from '../session/amplify.ts';
import { provideAmplify } from '../session/load-amplify.ts';
import { AccountMenu } from './account-menu.tsx';
import { CommandDialog } from './commands/command-dialog.tsx';
import { type OpenCommand, useCommands } from './commands/use-commands.ts';
import { HelpMenu } from './help-menu.tsx';
import { Logo } from './logo.tsx';
import { Navigation } from './navigation.tsx';
import { PageNotices } from './notices/page-notices.tsx';
import styles from './shell.module.css';
import { SignUpRefusedPage } from './sign-up-refused-page.tsx';
import { SkipLink } from './skip-link.tsx';
import { ThemeChoice } from './theme-choice.tsx';

// Every request of a session needs it, and signing out must not wait for code.
provideAmplify(amplify);

/** The frame of the pages of a signed-in user: navigation, and notices for every page. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { error } = useAccount();
  const commands = useCommands();
  const isRefused = error instanceof ApiError && error.code === 'sign_up_refused';
  return (
    <div className={styles.shell}>
      <SkipLink />
      <Side onCommand={commands.open} />
      <main id="content" tabIndex={-1} className={styles.content}>
        <PageNotices />
        {isRefused ? <SignUpRefusedPage /> : <AfterPaint>{children}</AfterPaint>}
      </main>
      <CommandDialog opened={commands.opened} onOpen={commands.open} />
    </div>
  );
}

/** As in shell.module.css. */
const narrow = '(max-width: 52rem)';

/** The service and the navigation. On a narrow page, the navigation is behind a button, and not rendered before it is shown. */
function Side({ onCommand }: { readonly onCommand: (command: OpenCommand) => void }) {
  const { name } = useService();
  const panel = useId();
  const { isOpen, toggle, button } = useNarrowMenu();
  const isHidden = useMedia(narrow) && !isOpen;
  const [wasShown, setShown] = useState(!isHidden);
  if (!isHidden && !wasShown) setShown(true);
  return (
    <header className={styles.side} data-open={isOpen || undefined}>
      <div className={styles.brand}>
        <Link to="/" className={styles.home} aria-label={`${name}, overview`}>
          <Logo />
        </Link>
        <div className={styles.toggle}>
          <Button ref={button} size="small" onPress={toggle} aria-expanded={isOpen} aria-controls={panel}>
            {isOpen ? <X size={16} aria-hidden="true" /> : <MenuIcon size={16} aria-hidden="true" />}
            Menu
          </Button>
        </div>
      </div>
      <div id={panel} className={styles.panel}>
        {wasShown && (
          <>
            <Navigation />
            <div className={styles.foot}>
              <HelpMenu onCommand={onCommand} />
              <ThemeChoice />
              <AccountMenu />
            </div>
          </>
        )}
      </div>
    </header>
  );
}

/** The menu of a narrow page: it closes with the next page, and with Escape. */
function useNarrowMenu() {
  const { pathname } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const [openOn, setOpenOn] = useState<string>();
  const isOpen = openOn === pathname;
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpenOn(undefined);
      button.current?.focus();
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [isOpen]);
  return { isOpen, toggle: () => setOpenOn(isOpen ? undefined : pathname), button };
}
