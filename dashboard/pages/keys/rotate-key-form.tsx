import { useState } from 'react';
import type { Key } from '../../api/api.ts';
import type { useRotateKey } from '../../api/keys.ts';
import { Notice } from '../../components/notice.tsx';
import { Segments } from '../../components/segments.tsx';
import { TextField } from '../../components/text-field.tsx';
import { AbsoluteTime, useNow } from '../../components/time.tsx';
import { formatHours, type GraceChoice, graceChoices, graceHours, graceProblem } from './grace-period.ts';
import { KeyForm, KeyProblemNotice } from './key-form.tsx';
import { expiringSecret, newestSecret } from './key-state.ts';
import styles from './keys.module.css';

export type RotateKeyFormProps = {
  readonly of: Key;
  readonly rotate: Pick<ReturnType<typeof useRotateKey>, 'error' | 'isPending'>;
  readonly onSubmit: (graceHours: number) => void;
  readonly onCancel: () => void;
};

/** Asks how long the secret so far goes on working. */
export function RotateKeyForm({ of, rotate, onSubmit, onCancel }: RotateKeyFormProps) {
  const [choice, setChoice] = useState<GraceChoice>('24');
  const [typed, setTyped] = useState('48');
  const older = expiringSecret(of, useNow(1_000));
  const hours = graceHours(choice, typed);
  return (
    <KeyForm
      action="Rotate"
      isValid={hours !== undefined}
      isPending={rotate.isPending}
      onSubmit={() => hours !== undefined && onSubmit(hours)}
      onCancel={onCancel}
    >
      {() => (
        <>
          <p>The key gets a new secret at once. The current one can keep working while your services change over.</p>
          <Segments
            label="Keep the current secret working for"
            choices={graceChoices}
            value={choice}
            onChange={setChoice}
          />
          {choice === 'other' && (
            <TextField
              label="Hours"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={setTyped}
              errorMessage={graceProblem(typed)}
            />
          )}
          {hours !== undefined && <GraceExplanation secret={newestSecret(of)?.firstCharacters} hours={hours} />}
          {older && (
            <Notice tone="caution" title={`${older.firstCharacters}… stops at once`}>
              A key has two secrets at most: this rotation ends the grace of the last one.
            </Notice>
          )}
          {rotate.error && <KeyProblemNotice error={rotate.error} task="rotate" />}
        </>
      )}
    </KeyForm>
  );
}

const minute = 60_000;
const hour = 60 * minute;

/** What a grace of so many hours means for the services that use the secret so far. */
export function GraceExplanation({ secret, hours }: { readonly secret: string | undefined; readonly hours: number }) {
  const now = useNow(minute);
  return (
    <p role="status" className={styles.muted}>
      <code>{secret}…</code>{' '}
      {hours === 0 ? (
        'is refused from the next request on. Choose this when it may have leaked.'
      ) : (
        <>
          works for {formatHours(hours)} more, until about <AbsoluteTime at={now + hours * hour} />. From then on it is
          refused.
        </>
      )}
    </p>
  );
}
