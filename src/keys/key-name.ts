import { hasHiddenCharacters } from '../schema.ts';

/**
 * A key's name as it is kept: without spaces around it, 1 to 64 characters, all of which can be seen.
 * @throws {KeyNameError}
 */
export function parseKeyName(text: string): string {
  const name = text.trim();
  if (name.length < 1 || name.length > 64) throw new KeyNameError('A key needs a name of 1 to 64 characters.');
  if (hasHiddenCharacters(name)) {
    throw new KeyNameError(
      'The name has an invisible character: a control or format character, a line separator, or half of a surrogate ' +
        'pair. Remove it. Emoji that are joined from several have one; use a single emoji.',
    );
  }
  return name;
}

/** A key's name is not 1 to 64 characters long, or holds some that cannot be seen. */
export class KeyNameError extends Error {
  override readonly name = 'KeyNameError';
  readonly code = 'invalid_key_name';
}
