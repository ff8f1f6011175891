import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { firstCharactersOf, hashSecret, isWellFormedSecret, mintSecret } from '../../src/keys/secret.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomStart = 4;
const checksumStart = 36;

/** A secret from 32 given base62 digits. */
function secretOf(digits: readonly number[]): string {
  const left = [...digits];
  return mintSecret(() => left.shift() ?? 0);
}

const secrets = fc.array(fc.nat(61), { minLength: 32, maxLength: 32 }).map(secretOf);

/** CRC-32 bit by bit (ISO 3309), as a reference for the implementation in the sources. */
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

/** The text followed by its six checksum digits. */
function withChecksum(text: string): string {
  let [rest, digits] = [crc32(text), ''];
  for (; digits.length < 6; rest = Math.floor(rest / 62)) digits = `${alphabet[rest % 62]}${digits}`;
  return text + digits;
}

const replace = (text: string, at: number, by: string): string => text.slice(0, at) + by + text.slice(at + by.length);

describe('a secret', () => {
  test('is slc_, 32 random base62 characters and 6 characters of CRC-32', () => {
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

  test('draws each character from the given randomness, uniformly over the alphabet', () => {
    const asked: number[] = [];
    mintSecret((max) => asked.push(max) % max);
    expect(asked).toEqual(Array.from({ length: 32 }, () => 62));
  });

  test('is different each time, and uses the whole alphabet', () => {
    const minted = Array.from({ length: 500 }, () => mintSecret());
    expect(new Set(minted).size).toBe(500);
    expect(new Set(minted.map((secret) => secret.slice(randomStart, checksumStart)).join('')).size).toBe(62);
  });

  test('is stored as its SHA-256 in hex and shown by its first 8 characters', () => {
    // The test vector of FIPS 180-2, B.1.
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(firstCharactersOf('slc_4fGhRest')).toBe('slc_4fGh');
    expect(firstCharactersOf('chainrpc_4fGhRest')).toBe('chainrpc_4fGh');
  });

  test('has the prefix that the operator chose, and one with an earlier prefix stays valid', () => {
    for (const prefix of ['ab', 'acme', 'AcmeRpcs']) {
      const secret = mintSecret(undefined, prefix);
      expect(secret).toMatch(new RegExp(`^${prefix}_[0-9A-Za-z]{38}$`));
      expect(isWellFormedSecret(secret)).toBe(true);
      // The checksum covers the prefix.
      expect(isWellFormedSecret(secret.replace(prefix, 'other'))).toBe(false);
    }
  });
});

describe('a malformed secret', () => {
  test.each([
    ['an empty string', ''],
    ['its prefix alone', 'slc_'],
    ['another prefix', `slk_${secretOf([]).slice(4)}`],
    ['one character too few', secretOf([]).slice(0, -1)],
    ['one character too many', `${secretOf([])}0`],
    ['a leading space', ` ${secretOf([])}`],
    ['a trailing line break', `${secretOf([])}\n`],
    ['two values, as API Gateway joins a repeated header', `${secretOf([])},${secretOf([])}`],
    ['characters outside base 62', replace(secretOf([]), 10, '-')],
    ['letters that look like base62', replace(secretOf([]), 10, 'а')],
    ['a checksum that no CRC-32 can have', `${secretOf([]).slice(0, checksumStart)}zzzzzz`],
  ])('%s', (_, text) => expect(isWellFormedSecret(text)).toBe(false));

  test.each([
    ['the prefix of account tokens', `slt_${'0'.repeat(32)}`],
    ['a prefix of one letter', `s_${'0'.repeat(32)}`],
    ['a prefix of nine letters', `abcdefghi_${'0'.repeat(32)}`],
    ['a digit in the prefix', `sl1_${'0'.repeat(32)}`],
    ['a leading space', ` slc_${'0'.repeat(32)}`],
    ['one character too few', `slc_${'0'.repeat(31)}`],
    ['one character too many', `slc_${'0'.repeat(33)}`],
  ])('%s, with a matching checksum', (_, text) => {
    expect(isWellFormedSecret(withChecksum(`slc_${'0'.repeat(32)}`))).toBe(true);
    expect(isWellFormedSecret(withChecksum(text))).toBe(false);
  });

  test('any other text', () => {
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

  // CRC-32 detects every change within 32 adjacent bits, which are four characters. A swap across the border to the
  // checksum changes the checksum by a multiple of 62^5, whose low five bits are zero; no two such CRCs differ by that.
  test('every swap of two neighbouring characters', () => {
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

  test('every change of up to four adjacent characters', () => {
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
