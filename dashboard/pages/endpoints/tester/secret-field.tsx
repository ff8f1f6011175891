import { type Ref, useState } from 'react';
import { FieldError, Input, Label, Text, TextField, type TextFieldProps } from 'react-aria-components';
import type { Key } from '../../../api/api.ts';
import { useActiveKeys } from '../../../api/keys.ts';
import { Button } from '../../../components/button.tsx';
import fieldStyles from '../../../components/field.module.css';
import type { SecretCheck } from './check-secret.ts';

type SecretFieldProps = {
  readonly secret: string;
  readonly onChange: (secret: string) => void;
  readonly check: SecretCheck;
  /** The account's key that has the secret; null if none has. */
  readonly ownKey: Key | null | undefined;
  /** Whether the user tried to send without a secret. */
  readonly isMissing: boolean;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onKeyDown: TextFieldProps['onKeyDown'];
};

const problems: Readonly<Record<SecretCheck, string | undefined>> = {
  empty: undefined,
  unsendable: 'A secret has only letters, digits and an underscore. Copy it again.',
  malformed: 'This does not look like a secret. Secrets are a few letters, an underscore, and 38 letters and digits.',
  mistyped: 'The checksum does not match: a character is wrong. Copy the secret again.',
  valid: undefined,
};

// Each password manager needs its own attribute to not offer to save the field.
const ignoredByPasswordManagers = {
  'data-1p-ignore': true,
  'data-lpignore': 'true',
  'data-bwignore': true,
  'data-form-type': 'other',
};

/** A field for a secret. It stays in memory: in no URL, storage or cache. */
export function SecretField(props: SecretFieldProps) {
  const { secret, onChange, check, ownKey, isMissing, inputRef, onKeyDown } = props;
  const [isShown, setShown] = useState(false);
  const problem = isMissing && check === 'empty' ? 'Paste a secret first.' : problems[check];
  return (
    <TextField
      value={secret}
      onChange={(text) => onChange(text.trim())}
      onKeyDown={onKeyDown}
      type={isShown ? 'text' : 'password'}
      autoComplete="off"
      autoCorrect="off"
      spellCheck="false"
      isInvalid={problem !== undefined}
      className={fieldStyles.field}
    >
      <Label className={fieldStyles.label}>Secret</Label>
      <div className={fieldStyles.row}>
        <Input {...ignoredByPasswordManagers} ref={inputRef} className={`${fieldStyles.input} ${fieldStyles.mono}`} />
        <Button onPress={() => setShown(!isShown)} aria-label={isShown ? 'Hide secret' : 'Show secret'}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
      </div>
      <FieldError className={fieldStyles.error}>{problem}</FieldError>
      <Text slot="description" className={fieldStyles.description}>
        {check === 'valid' && ownKey && <>The secret of your key “{ownKey.name}”. </>}
        {check === 'valid' && ownKey === null && <>None of your active keys has this secret. </>}
        The secret stays in this page’s memory until you leave, and is sent to the endpoint only. Never embed a secret
        in a web page or an app.
      </Text>
    </TextField>
  );
}

/** The account's active key that has the secret, by its first characters; null if none has, undefined while unknown. */
export function useOwnKey(secret: string, check: SecretCheck): Key | null | undefined {
  const { data: keys } = useActiveKeys();
  if (check !== 'valid' || !keys) return undefined;
  const isOf = ({ secrets }: Key) => secrets.some(({ firstCharacters }) => secret.startsWith(firstCharacters));
  return keys.find(isOf) ?? null;
}
