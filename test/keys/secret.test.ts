import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { firstCharactersOf, hashSecret, isWellFormedSecret, mintSecret } from '../../src/keys/secret.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomStart = 4;
const checksumStart = 36;

/** A secret made of 32 chosen digits of base 62. */
function secretOf(digits: readonly number[]): string {
  const left = [...digits];
  return mintSecret(() => left.shift() ?? 0);
}

const secrets = fc.array(fc.nat(61), { minLength: 32, maxLength: 32 }).map(secretOf);

/** CRC-32 bit by bit (ISO 3309), to judge the one the sources use. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const fromBase62 = (digits: string): number =>
  [...digits].reduce((value, digit) => value * 62 + alphabet.indexOf(digit), 0);

/** The text with the six digits behind it that fit. */
function withChecksum(text: string): string {
  let [rest, digits] = [crc32(text), ''];
  for (; digits.length < 6; rest = Math.floor(rest / 62)) digits = `${alphabet[rest % 62]}${digits}`;
  return text + digits;
}

const replace = (text: string, at: number, by: string): string => text.slice(0, at) + by + text.slice(at + by.length);

describe('a secret', () => {
  test('is slc_, the 32 characters drawn from base 62, and 6 that are their CRC-32', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(61), { minLength: 32, maxLength: 32 }), (digits) => {
        const secret = secretOf(digits);
        expect(secret).toMatch(/^slc_[0-9A-Za-z]{38}$/);
        expect(secret.slice(randomStart, checksumStart)).toBe(digits.map((digit) => alphabet[digit]).join(''));
        expect(fromBase62(secret.slice(checksumStart))).toBe(crc32(secret.slice(0, checksumStart)));
        expect(isWellFormedSecret(secret)).toBe(true);
      }),
    );
  });

  test('draws each of its characters from the randomness it is given, evenly over the alphabet', () => {
    const asked: number[] = [];
    mintSecret((max) => asked.push(max) % max);
    expect(asked).toEqual(Array.from({ length: 32 }, () => 62));
  });

  test('is another one each time, and uses the whole alphabet', () => {
    const minted = Array.from({ length: 500 }, () => mintSecret());
    expect(new Set(minted).size).toBe(500);
    expect(new Set(minted.map((secret) => secret.slice(randomStart, checksumStart)).join('')).size).toBe(62);
  });

  test('is kept as its SHA-256 in hex and shown by its first 8 characters', () => {
    // The test vector of FIPS 180-2, B.1.
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(firstCharactersOf('slc_4fGhRest')).toBe('slc_4fGh');
  });
});

describe('what is refused without a read', () => {
  test.each([
    ['nothing', ''],
    ['its prefix alone', 'slc_'],
    ['another prefix', `slk_${secretOf([]).slice(4)}`],
    ['a character too few', secretOf([]).slice(0, -1)],
    ['a character too many', `${secretOf([])}0`],
    ['a space before it', ` ${secretOf([])}`],
    ['a line break behind it', `${secretOf([])}\n`],
    ['two values, as the gateway joins a header that is sent twice', `${secretOf([])},${secretOf([])}`],
    ['characters outside base 62', replace(secretOf([]), 10, '-')],
    ['letters that only look alike', replace(secretOf([]), 10, 'а')],
    ['a checksum that no CRC-32 can have', `${secretOf([]).slice(0, checksumStart)}zzzzzz`],
  ])('%s', (_, text) => expect(isWellFormedSecret(text)).toBe(false));

  test.each([
    ['another prefix', `slk_${'0'.repeat(32)}`],
    ['a space before it', ` slc_${'0'.repeat(32)}`],
    ['a character too few', `slc_${'0'.repeat(31)}`],
    ['a character too many', `slc_${'0'.repeat(33)}`],
  ])('%s, were the checksum right for it', (_, text) => {
    expect(isWellFormedSecret(withChecksum(`slc_${'0'.repeat(32)}`))).toBe(true);
    expect(isWellFormedSecret(withChecksum(text))).toBe(false);
  });

  test('any text that is no secret', () => {
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => !isWellFormedSecret(text)));
  });

  test('every change of a single character', () => {
    fc.assert(
      fc.property(secrets, (secret) => {
        for (let at = 0; at < secret.length; at += 1) {
          for (const other of `${alphabet}_- `) {
            if (other !== secret[at] && isWellFormedSecret(replace(secret, at, other))) return false;
          }
        }
        return true;
      }),
      { numRuns: 25 },
    );
  });

  // CRC-32 finds every change inside 32 bits next to each other, that is four characters of what it covers. Across the
  // border to the checksum a swap moves the number by a multiple of 62^5, whose low five bits are zero, which the
  // difference of no two such CRCs is.
  test('every swap of two neighbours', () => {
    fc.assert(
      fc.property(secrets, (secret) => {
        for (let at = 0; at + 1 < secret.length; at += 1) {
          const pair = secret.slice(at, at + 2);
          const swapped = replace(secret, at, `${pair[1]}${pair[0]}`);
          if (swapped !== secret && isWellFormedSecret(swapped)) return false;
        }
        return true;
      }),
      { numRuns: 2_000 },
    );
  });

  test('every change of up to four random characters next to each other', () => {
    const changes = fc.record({
      secret: secrets,
      at: fc.integer({ min: randomStart, max: checksumStart - 4 }),
      by: fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(changes, ({ secret, at, by }) => {
        const changed = replace(secret, at, by);
        return changed === secret || !isWellFormedSecret(changed);
      }),
      { numRuns: 5_000 },
    );
  });
});
