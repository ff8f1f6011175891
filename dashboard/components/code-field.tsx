import type { ReactNode } from 'react';
import { TextField } from './text-field.tsx';

export type CodeFieldProps = {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: string;
  readonly onChange: (code: string) => void;
};

/** A field for a code of a few digits that was sent or that an app shows; phones offer to fill it in. */
export const CodeField = (props: CodeFieldProps) => (
  <TextField
    {...props}
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    spellCheck="false"
    autoFocus
    isRequired
    monospace
  />
);
