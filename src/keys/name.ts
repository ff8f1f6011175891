import { KeyNameError } from './errors.ts';

/**
 * A key's name as it is kept: without spaces around it, 1 to 64 characters.
 * @throws {KeyNameError}
 */
export function parseName(text: string): string {
  const name = text.trim();
  if (name.length < 1 || name.length > 64) throw new KeyNameError();
  return name;
}
