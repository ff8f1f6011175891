// NIST SP 800-63B, 3.1.1.2: passwords are compared with common words, repeated and sequential characters, and with what
// says who the user is. Length alone lets "passwordpassword" pass.

const commonWords = [
  'password',
  'passwort',
  'passw0rd',
  'p@ssw0rd',
  'qwertyuiop',
  'qwerty',
  'qwertz',
  'azerty',
  'asdfghjkl',
  'asdfgh',
  'zxcvbnm',
  '1q2w3e4r5t',
  '1q2w3e4r',
  'abcdefghijklmnopqrstuvwxyz',
  'letmein',
  'welcome',
  'iloveyou',
  'admin',
  'administrator',
  'changeme',
  'dragon',
  'football',
  'monkey',
  'secret',
  'sunshine',
  'princess',
  'blockchain',
  'bitcoin',
  'ethereum',
  'solana',
];

/** What is left of a password without its guessable parts has to be hard to guess, too. */
const fewestOther = 5;

/**
 * Whether a password is among the first that an attacker tries.
 * @param own words that say who the user is, such as the address
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const text = password.toLowerCase();
  const words = [...own.flatMap(wordsOf), ...commonWords].toSorted((one, other) => other.length - one.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text);
  return charactersOf(rest) < fewestOther;
}

/** `ada@example.com` is ada, example and com: each of four characters or more counts. */
const wordsOf = (text: string): string[] => [
  text.toLowerCase(),
  ...text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(({ length }) => length >= 4),
];

/** The characters that do not repeat or continue the ones before: "aaaa", "4321" and "abcabc" are few. */
function charactersOf(text: string): number {
  const letters = [...text.replaceAll(' ', '').replace(/^(.+?)\1+$/su, '$1')];
  return letters.filter((letter, index) => !isNext(letters[index - 1], letter)).length;
}

const isNext = (before: string | undefined, letter: string): boolean =>
  before !== undefined && Math.abs((letter.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)) <= 1;
