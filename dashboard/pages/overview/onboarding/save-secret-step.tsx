import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { KeyWithSecret } from '../../../api/keys.ts';
import { Button } from '../../../components/button.tsx';
import { CodeBlock } from '../../../components/code-block.tsx';
import { LostSecret } from '../../keys/lost-secret.tsx';
import styles from './onboarding.module.css';

type SaveSecretStepProps = {
  readonly created: KeyWithSecret;
  readonly isSaved: boolean;
  readonly onSaved: () => void;
  /** Called with a new secret, if the answer that had the first one was lost. */
  readonly onReplaced: (created: KeyWithSecret) => void;
};

/** Shows the secret, the only time that it can be shown. To copy it is to save it. */
export function SaveSecretStep({ created: { key, secret }, isSaved, onSaved, onReplaced }: SaveSecretStepProps) {
  const start = useRef<HTMLElement>(null);
  // The button that had the focus is gone.
  useEffect(() => start.current?.focus(), []);
  if (secret === null) {
    return (
      <LostSecret
        apiKey={key}
        done="created"
        graceHours={0}
        onSecret={(renewed, shown) => onReplaced({ key: renewed, secret: shown })}
        onClose={onSaved}
      />
    );
  }
  return (
    <section ref={start} tabIndex={-1} aria-label="New secret" className={styles.form}>
      <p className={styles.note}>
        You will not see it again. Keep it in a password manager or an environment variable, never in code.
      </p>
      <CodeBlock label="secret" text={secret} wraps onCopied={onSaved} />
      {!isSaved && (
        <div>
          <Button size="small" variant="quiet" onPress={onSaved}>
            I have saved it
          </Button>
        </div>
      )}
    </section>
  );
}

/** The key was created in another page, which showed its secret. */
export const SecretNotShown = () => (
  <p className={styles.note}>
    It was shown when the key was created. If you have lost it, <Link to="/keys">rotate the key</Link>.
  </p>
);
