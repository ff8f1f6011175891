import { useState } from 'react';
import { TextField } from '../../components/text-field.tsx';
import { nameProblem } from './key-name.ts';

export type NameFieldProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What the API said of the value. */
  readonly refusal: string | undefined;
  /** Whether it was sent as it is: then an empty one is wrong too. */
  readonly isTried: boolean;
  readonly description: string;
};

/** A key's name, checked as it is typed. */
export function NameField({ value, onChange, refusal, isTried, description }: NameFieldProps) {
  const [isTouched, setTouched] = useState(false);
  const change = (text: string) => {
    setTouched(true);
    onChange(text);
  };
  return (
    <TextField
      label="Name"
      autoFocus
      autoComplete="off"
      value={value}
      onChange={change}
      description={description}
      errorMessage={refusal ?? (isTouched || isTried ? nameProblem(value) : undefined)}
    />
  );
}
