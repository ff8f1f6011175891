import { Clock, History, Users } from 'lucide-react';
import { useState } from 'react';
import type { Key } from '../../api/api.ts';
import type { useRotateKey } from '../../api/keys.ts';
import { Notice } from '../../components/notice.tsx';
import { Segments } from '../../components/segments.tsx';
import { TextField } from '../../components/text-field.tsx';
import { AbsoluteTime, useNow } from '../../components/time.tsx';
import { hourMs, minuteMs } from '../../format/durations.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatAbsolute } from '../../format/times.ts';
import { Consequence, Consequences, KeyUse } from './consequences.tsx';
import { formatHours, type GraceChoice, graceChoices, graceHours, graceProblem } from './grace-period.ts';
import { KeyForm, KeyProblemNotice } from './key-form.tsx';
import { type ExpiringSecret, expiringSecret, newestSecret } from './key-state.ts';

type RotateKeyFormProps = {
  readonly apiKey: Key;
  readonly rotate: Pick<ReturnType<typeof useRotateKey>, 'error' | 'isPending'>;
  readonly onSubmit: (graceHours: number) => void;
  readonly onCancel: () => void;
};

/** Asks how long the current secret keeps working. */
export function RotateKeyForm({ apiKey, rotate, onSubmit, onCancel }: RotateKeyFormProps) {
  const [choice, setChoice] = useState<GraceChoice>('24');
  const [typed, setTyped] = useState('48');
  const older = expiringSecret(apiKey, useNow(1_000));
  const hours = graceHours(choice, typed);
  return (
    <KeyForm
      action="Rotate key"
      isValid={hours !== undefined}
      isPending={rotate.isPending}
      onSubmit={() => hours !== undefined && onSubmit(hours)}
      onCancel={onCancel}
    >
      {() => (
        <>
          <p>The key gets a new secret, which is shown once. The current one can keep working meanwhile.</p>
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
          {hours !== undefined && (
            <Consequences>
              <Consequence icon={Clock}>
                <GraceExplanation secret={newestSecret(apiKey)?.firstCharacters} older={older} hours={hours} />
              </Consequence>
              <Consequence icon={Users}>
                {hours === 0 || older
                  ? 'Services with that secret fail until they have the new one.'
                  : 'Give the new secret to every service that uses this key before then.'}{' '}
                <KeyUse apiKey={apiKey} />
              </Consequence>
              <Consequence icon={History}>
                Name, limits, usage and history stay. The calls of today still count
                {apiKey.calls && `: ${formatCount(apiKey.calls.today)} so far`}.
              </Consequence>
            </Consequences>
          )}
          {older && (
            <Notice tone="caution" title={`A grace period runs until ${formatAbsolute(Date.parse(older.expiresAt))}`}>
              Until then, choose the same grace period as in the last rotation, or none. A key has at most two secrets,
              so its newest one stops working at once. To end only the old one, open the key’s page.
            </Notice>
          )}
          {rotate.error && <KeyProblemNotice error={rotate.error} task="rotate" />}
        </>
      )}
    </KeyForm>
  );
}

type GraceExplanationProps = {
  /** First characters of the newest secret; undefined if it was ended alone. */
  readonly secret: string | undefined;
  /** A secret whose grace period runs. */
  readonly older: ExpiringSecret | undefined;
  readonly hours: number;
};

/** What the chosen grace period means for services with the current secrets. */
function GraceExplanation({ secret, older, hours }: GraceExplanationProps) {
  const now = useNow(minuteMs);
  if (older) {
    return (
      <p role="status">
        {secret !== undefined && (
          <>
            <code>{secret}…</code> stops working at once.{' '}
          </>
        )}
        <code>{older.firstCharacters}…</code>{' '}
        {hours === 0 ? 'stops working at once.' : 'keeps working until its grace period ends.'}
      </p>
    );
  }
  return (
    <p role="status">
      <code>{secret}…</code>{' '}
      {hours === 0 ? (
        'stops working at once. Choose this if it may have leaked.'
      ) : (
        <>
          keeps working for {formatHours(hours)}, until about <AbsoluteTime at={now + hours * hourMs} />.
        </>
      )}
    </p>
  );
}
