import { builtIn } from '../built-in.ts';
import {
  type Account,
  type Key,
  type SecretItem,
  type StartedWith,
  secretItemKey,
  secretPlanFields,
} from '../directory/directory-items.ts';
import type { DirectoryWrite } from '../table/directory-table.ts';

const { createHash, randomInt } = builtIn('node:crypto');
const { crc32 } = builtIn('node:zlib');

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'slc_';
const randomLength = 32;
const checksumLength = 6;
const secretPattern = /^slc_[0-9A-Za-z]{38}$/;

/** How much of a secret is kept and shown, so that its owner can tell it from others. */
const shownLength = 8;

/**
 * A new secret: `slc_`, 32 random base62 characters, and 6 that are the CRC-32 of what stands before them.
 * @param randomBelow gives a whole number from 0 to below its argument, each as likely; by default from a CSPRNG
 */
export function mintSecret(randomBelow: (max: number) => number = randomInt): string {
  let secret = prefix;
  for (let drawn = 0; drawn < randomLength; drawn += 1) secret += alphabet[randomBelow(alphabet.length)];
  return secret + checksumOf(secret);
}

/** Whether a text has a secret's form and its checksum fits: all that can be known of it without a read. */
export const isWellFormedSecret = (text: string): boolean =>
  secretPattern.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength);

/** The SHA-256 of a secret in hex: the one form in which it is kept. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The first characters of a secret, like `slc_4fGh`. */
export const firstCharactersOf = (secret: string): string => secret.slice(0, shownLength);

function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let place = 0; place < checksumLength; place += 1) {
    checksum = alphabet[rest % alphabet.length] + checksum;
    rest = Math.floor(rest / alphabet.length);
  }
  return checksum;
}

/** A secret that is to be shown, what its key keeps of it, and the write that makes it known to the authorizer. */
export type CreatedSecret = {
  readonly secret: string;
  readonly kept: Key['secrets'][number];
  readonly write: DirectoryWrite;
};

/** Mints a secret for a key of the account. */
export function createSecret(account: Account, keyId: string, startedWith?: StartedWith): CreatedSecret {
  const secret = mintSecret();
  const hash = hashSecret(secret);
  const { accountId } = account;
  const plan = secretPlanFields(account);
  const item: SecretItem = { keyId, accountId, ...plan, state: 'active', ...(startedWith && { startedWith }) };
  return {
    secret,
    kept: { hash, firstCharacters: firstCharactersOf(secret) },
    write: { put: { ...secretItemKey(hash), ...item }, condition: 'attribute_not_exists(pk)' },
  };
}
