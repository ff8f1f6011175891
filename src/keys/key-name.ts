import { errorClass } from '../error-class.ts';
import { hasHiddenCharacters } from '../schema.ts';

export class KeyNameError extends errorClass('KeyNameError', 'invalid_key_name') {}

/** Trims a name. @throws {KeyNameError} unless it has 1 to 64 characters (code points), all of them visible */
export const parseKeyName = (text: string): string => parseName(text, KeyNameError);

/** @throws the given error, as {@link parseKeyName} */
export function parseName(text: string, InvalidName: new (message: string) => Error): string {
  const name = text.trim();
  const { length } = [...name];
  if (length < 1 || length > 64) throw new InvalidName('The name must have 1 to 64 characters.');
  if (hasHiddenCharacters(name)) {
    throw new InvalidName(
      'The name contains an invisible character: a control or format character, a line separator, a letter without a ' +
        'shape, a joiner that joins nothing, or a broken character. Remove it.',
    );
  }
  return name;
}
