import { useState } from 'react';
import { Button } from './button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A field for a password, hidden unless one asks to see it; it may be pasted and filled in by a password manager. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'action'>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck="false"
      isRequired
      action={
        <Button onPress={() => setShown(!isShown)} aria-label={isShown ? 'Hide password' : 'Show password'}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
      }
    />
  );
}
