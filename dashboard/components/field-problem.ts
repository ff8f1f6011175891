import { createContext } from 'react';

/**
 * Whether the form was submitted with invalid values. Only then do fields show their problems. If they did when a field
 * loses the focus, a press on a button would move the button away before its click.
 */
export const SubmittedInvalid = createContext(false);

type FieldValue = {
  readonly value: string;
  readonly type?: string | undefined;
  readonly isRequired?: boolean;
  readonly validate?: ((value: string) => string | undefined) | undefined;
};

/** What is wrong with a field's value; undefined if it is valid. The service has the last word on an email address. */
export function fieldProblem({ value, type, isRequired = false, validate }: FieldValue): string | undefined {
  const text = type === 'password' ? value : value.trim();
  if (text === '') return isRequired ? 'Fill in this field.' : undefined;
  if (type === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text)) return 'Enter an email address, such as ada@example.com.';
  return validate?.(value);
}
