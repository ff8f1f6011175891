import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { DialogActions } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { FirstCall } from './first-call.tsx';
import styles from './keys.module.css';

type NewSecretProps = {
  readonly secret: string;
  /** Notes on the key or the old secret. */
  readonly children?: ReactNode;
  readonly onSaved: () => void;
};

/** A new secret, shown once, and how to use it. Only the button closes it. */
export function NewSecret({ secret, children, onSaved }: NewSecretProps) {
  const start = useRef<HTMLElement>(null);
  // The button that had the focus is gone.
  useEffect(() => start.current?.focus(), []);
  // A session that ends must still reach the sign-in page.
  useBlocker({ shouldBlockFn: ({ next }) => next.pathname !== '/sign-in', enableBeforeUnload: true });
  return (
    <section ref={start} tabIndex={-1} aria-label="New secret" className={styles.form}>
      <Notice tone="caution" title="Copy the secret now. You will not see it again.">
        Anyone who has it can use this key. Store it in an environment variable or a secret manager, never in code or a
        browser.
      </Notice>
      {children}
      <CodeBlock label="secret" text={secret} wraps />
      <FirstCall secret={secret} />
      <DialogActions>
        <Button variant="primary" onPress={onSaved}>
          I have saved it
        </Button>
      </DialogActions>
    </section>
  );
}
