import { type Ref, useState } from 'react';
import { FieldError, Input, Label, Text, TextField, type TextFieldProps } from 'react-aria-components';
import type { Key } from '../../../api/api.ts';
import { useActiveKeys } from '../../../api/keys.ts';
import { Button } from '../../../components/button.tsx';
import fieldStyles from '../../../components/field.module.css';
import type { SecretCheck } from './check-secret.ts';

export type SecretFieldProps = {
  readonly secret: string;
  readonly onChange: (secret: string) => void;
  readonly form: SecretCheck;
  /** The account's key that it belongs to; null where none does. */
  readonly ownKey: Key | null | undefined;
  /** Whether somebody tried to send without one. */
  readonly isMissed: boolean;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onKeyDown: TextFieldProps['onKeyDown'];
};

const faults: Readonly<Record<SecretCheck, string | undefined>> = {
  empty: undefined,
  unsendable: 'A secret has only letters, digits and an underscore. Copy it once more.',
  'other form': 'This does not look like a secret: slc_ and 38 letters and digits.',
  mistyped: 'A character of it is wrong or missing: its checksum does not fit.',
  good: undefined,
};

// Password managers offer to keep what stands in a password field, unless told by name not to.
const notToBeKept = {
  'data-1p-ignore': true,
  'data-lpignore': 'true',
  'data-bwignore': true,
  'data-form-type': 'other',
};

/** Where a key's secret is pasted. It stays in memory: in no address, no storage and no cache. */
export function SecretField(props: SecretFieldProps) {
  const { secret, onChange, form, ownKey, isMissed, inputRef, onKeyDown } = props;
  const [isShown, setShown] = useState(false);
  const fault = isMissed && form === 'empty' ? 'Paste the secret of a key first.' : faults[form];
  return (
    <TextField
      value={secret}
      onChange={(text) => onChange(text.trim())}
      onKeyDown={onKeyDown}
      type={isShown ? 'text' : 'password'}
      autoComplete="off"
      autoCorrect="off"
      spellCheck="false"
      isInvalid={fault !== undefined}
      className={fieldStyles.field}
    >
      <Label className={fieldStyles.label}>Key</Label>
      <div className={fieldStyles.row}>
        <Input
          {...notToBeKept}
          ref={inputRef}
          placeholder="slc_…"
          className={`${fieldStyles.input} ${fieldStyles.mono}`}
        />
        <Button onPress={() => setShown(!isShown)} aria-label={isShown ? 'Hide the key' : 'Show the key'}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
      </div>
      <FieldError className={fieldStyles.error}>{fault}</FieldError>
      <Text slot="description" className={fieldStyles.description}>
        {form === 'good' && ownKey && <>The secret of your key “{ownKey.name}”. </>}
        {form === 'good' && ownKey === null && <>None of your active keys has this secret. </>}
        It stays in this page’s memory until you leave, and is sent to the endpoint only. Do not build a key into a web
        page or an app.
      </Text>
    </TextField>
  );
}

/** The account's key that a secret belongs to, by its first characters; null where none does, undefined while unknown. */
export function useOwnKey(secret: string, form: SecretCheck): Key | null | undefined {
  const { data: keys } = useActiveKeys();
  if (form !== 'good' || !keys) return undefined;
  const isOf = ({ secrets }: Key) => secrets.some(({ firstCharacters }) => secret.startsWith(firstCharacters));
  return keys.find(isOf) ?? null;
}
