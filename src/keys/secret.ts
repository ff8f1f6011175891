import type { Account, Key } from '../directory/directory-items.ts';
import { type SecretItem, type StartedWith, secretItemKey, secretPlanFields } from '../directory/secret-item.ts';
import { builtIn } from '../runtime/built-in.ts';
import type { DirectoryWrite } from '../table/directory-table.ts';

const { createHash, randomInt } = builtIn('node:crypto');
const { crc32 } = builtIn('node:zlib');

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The letters before the underscore: the default of the setting `secretPrefix`. */
const defaultSecretPrefix = 'slc';

const randomLength = 32;
const checksumLength = 6;

/**
 * Any prefix that the setting can have, but not that of account tokens: so secrets from before a change of the setting
 * stay valid, and no list of old prefixes is needed. The checksum covers the prefix, and refuses garbage without a read.
 */
const secretPattern = /^(?!slt_)[A-Za-z]{2,8}_[0-9A-Za-z]{38}$/;

/** Characters after the prefix that are stored and shown, so that its owner can tell a secret from others. */
const shownLength = 4;

/** A new secret of a key: see {@link mintWithPrefix}. @param prefix without the underscore */
export const mintSecret = (randomBelow?: (max: number) => number, prefix = defaultSecretPrefix): string =>
  mintWithPrefix(`${prefix}_`, randomBelow);

export const isWellFormedSecret = (text: string): boolean => secretPattern.test(text) && hasValidChecksum(text);

/** What a secret of an imported key may be. Not a secret of this gateway that was copied wrongly, nor an account token. */
export const canBeImported = (text: string): boolean =>
  /^(?!slt_)[!-~]{16,200}$/.test(text) && !secretPattern.test(text);

/**
 * The prefix, 32 random base62 characters, and the CRC-32 of both as 6 base62 characters.
 * @param randomBelow a uniformly distributed integer from 0 to less than `max`; default: from a CSPRNG
 */
export function mintWithPrefix(start: string, randomBelow: (max: number) => number = randomInt): string {
  let secret = start;
  for (let drawn = 0; drawn < randomLength; drawn += 1) secret += alphabet[randomBelow(alphabet.length)];
  return secret + checksumOf(secret);
}

export const hasValidChecksum = (text: string): boolean =>
  checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength);

/** SHA-256 in hex: a secret is stored only as this hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Identifies a secret within its key. It is a part of the secret's SHA-256, so every stored secret has one. */
export const secretIdOf = (hash: string): string => hash.slice(0, 16);

/** For example `slc_4fGh`. */
export const firstCharactersOf = (secret: string): string => secret.slice(0, secret.indexOf('_') + 1 + shownLength);

function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let digits = 0; digits < checksumLength; digits += 1) {
    checksum = alphabet[rest % alphabet.length] + checksum;
    rest = Math.floor(rest / alphabet.length);
  }
  return checksum;
}

export type CreatedSecret = {
  readonly secret: string;
  readonly keyEntry: Key['secrets'][number];
  /** Stores the item that each request of the key reads. */
  readonly write: DirectoryWrite;
};

type SecretOwner = Pick<Account, 'accountId' | 'planId' | 'state' | 'inactive' | 'dayQuota'>;

export function createSecret(
  account: SecretOwner,
  keyId: string,
  {
    startedWith,
    prefix,
  }: { readonly startedWith?: StartedWith | undefined; readonly prefix?: string | undefined } = {},
): CreatedSecret {
  const secret = mintSecret(undefined, prefix);
  const entry = { hash: hashSecret(secret), firstCharacters: firstCharactersOf(secret) };
  return { secret, ...storeSecret(account, keyId, entry, startedWith) };
}

/** Stores a secret of which only the hash is known. */
export function storeSecret(
  account: SecretOwner,
  keyId: string,
  keyEntry: Pick<Key['secrets'][number], 'hash' | 'firstCharacters'>,
  startedWith?: StartedWith,
): Omit<CreatedSecret, 'secret'> {
  const { accountId } = account;
  const plan = secretPlanFields(account);
  const item: SecretItem = { keyId, accountId, ...plan, state: 'active', ...(startedWith && { startedWith }) };
  const write = { put: { ...secretItemKey(keyEntry.hash), ...item }, condition: 'attribute_not_exists(pk)' };
  return { keyEntry, write };
}
