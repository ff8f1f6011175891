import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { DialogActions } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { FirstCall } from './first-call.tsx';
import styles from './keys.module.css';

export type NewSecretProps = {
  readonly secret: string;
  /** What else there is to say of the key or of the secret before. */
  readonly children?: ReactNode;
  readonly onSaved: () => void;
};

/** A secret, the one time that it is shown, and how to use it. Only the button leads away from it. */
export function NewSecret({ secret, children, onSaved }: NewSecretProps) {
  const start = useRef<HTMLElement>(null);
  // What had the focus, a button, is gone.
  useEffect(() => start.current?.focus(), []);
  // A session that ends must still get to its page.
  useBlocker({ shouldBlockFn: ({ next }) => next.pathname !== '/sign-in', enableBeforeUnload: true });
  return (
    <section ref={start} tabIndex={-1} aria-label="New secret" className={styles.form}>
      <Notice tone="caution" title="Copy it now: it is not shown again">
        Whoever has it can call as this key. Keep it in an environment variable or a secret manager, not in code or in a
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
