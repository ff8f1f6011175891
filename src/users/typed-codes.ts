import { createHash, randomInt } from 'node:crypto';

// Codes that people copy from a mail or a sheet of paper.

/** Without 0, 1, I, L, O and U, which are easily confused with others. */
const unambiguous = '23456789abcdefghjkmnpqrstvwxyz';

/** Crockford's base32: 5 bits each. */
const base32 = '0123456789abcdefghjkmnpqrstvwxyz';

const draw = (alphabet: string, length: number, randomBelow: (max: number) => number): string =>
  Array.from({ length }, () => alphabet[randomBelow(alphabet.length)]).join('');

/**
 * The code of a sign-up mail: the first password of a user, 58 bits.
 * @param randomBelow a uniformly distributed integer from 0 to less than `max`; default: from a CSPRNG
 */
export const mintTemporaryPassword = (randomBelow: (max: number) => number = randomInt): string =>
  draw(unambiguous, 12, randomBelow);

/** A recovery code like `4k7qd-9xw2m`: 50 bits. @param randomBelow see {@link mintTemporaryPassword} */
export function mintRecoveryCode(randomBelow: (max: number) => number = randomInt): string {
  const code = draw(base32, 10, randomBelow);
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/**
 * What Directory stores of a recovery code. Capitals, spaces and hyphens do not matter, and O, I and L read as 0 and 1.
 * The account's id is part of it, so that no list of hashes serves for two accounts.
 */
export function hashRecoveryCode(accountId: string, typed: string): string {
  const code = typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return createHash('sha256').update(`${accountId} ${code}`).digest('hex');
}
