import { errorClass } from '../error-class.ts';
import { hasHiddenCharacters } from '../schema.ts';

export class KeyNameError extends errorClass('KeyNameError', 'invalid_key_name') {}

/** Trims a name. @throws {KeyNameError} unless it has 1 to 64 characters (code points), all of them visible */
export function parseKeyName(text: string): string {
  const name = text.trim();
  const { length } = [...name];
  if (length < 1 || length > 64) throw new KeyNameError('The name must have 1 to 64 characters.');
  if (hasHiddenCharacters(name)) {
    throw new KeyNameError(
      'The name contains an invisible character: a control or format character, a line separator, a letter without a ' +
        'shape, a joiner that joins nothing, or a broken character. Remove it.',
    );
  }
  return name;
}
