import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { curlCommand } from '../../../chains/curl.ts';
import { Button } from '../../../components/button.tsx';
import { CodeBlock } from '../../../components/code-block.tsx';
import { DialogActions } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import styles from '../account.module.css';

type NewTokenProps = { readonly secret: string; readonly onSaved: () => void };

/** A new token, shown once, and a first request with it. Only the button closes it. */
export function NewToken({ secret, onSaved }: NewTokenProps) {
  const start = useRef<HTMLElement>(null);
  // The button that had the focus is gone.
  useEffect(() => start.current?.focus(), []);
  // A session that ends must still reach the sign-in page.
  useBlocker({ shouldBlockFn: ({ next }) => next.pathname !== '/sign-in', enableBeforeUnload: true });
  const request = curlCommand({
    url: `"${location.origin}/by-token/v1/keys"`,
    headers: ['"Authorization: Bearer $ACCOUNT_TOKEN"'],
  });
  return (
    <section ref={start} tabIndex={-1} aria-label="New token" className={styles.codes}>
      <Notice tone="caution" title="Copy the token now. You will not see it again.">
        Store it in a secret manager, never in code. It is not a key: RPC endpoints refuse it.
      </Notice>
      <CodeBlock label="token" text={secret} wraps />
      <p>Its paths are those of the management API, below /by-token:</p>
      <CodeBlock label="first request" text={request} />
      <DialogActions>
        <Button variant="primary" onPress={onSaved}>
          I have saved it
        </Button>
      </DialogActions>
    </section>
  );
}
