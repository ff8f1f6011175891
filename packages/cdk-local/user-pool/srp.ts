import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../time.ts';
import { invalidParameter } from './user-pool-answer.ts';
import type { ClientAndPool } from './user-pool-properties.ts';
import type { User } from './users.ts';

/** The parameters of a PASSWORD_VERIFIER challenge. */
export type SrpChallenge = Readonly<Record<'SALT' | 'SECRET_BLOCK' | 'SRP_B' | 'USERNAME' | 'USER_ID_FOR_SRP', string>>;

/** The client's answer to the challenge. */
type SrpResponse = { readonly secretBlock: string; readonly timestamp: string; readonly proof: string };

/** Sign-ins by SRP in progress. */
export type SrpExchanges = {
  /**
   * Begins a sign-in. An unknown name gets a challenge too, with the same salt and id each time (Amazon Cognito
   * Developer Guide, "Managing user existence error responses").
   * @throws {UserPoolError} InvalidParameterException for an invalid public number
   */
  readonly begin: (caller: ClientAndPool, name: string, user: User | undefined, clientPublic: string) => SrpChallenge;
  /**
   * Checks the proof of the password and ends the exchange.
   * @throws {UserPoolError} InvalidParameterException for a malformed timestamp
   */
  readonly prove: (caller: ClientAndPool, user: User | undefined, response: SrpResponse) => boolean;
};

type PendingExchange = SrpExchange & { readonly clientId: string; readonly userId: string; readonly until: number };

/** The time limit of a sign-in (CreateUserPoolClient, "AuthSessionValidity": 3 minutes by default). */
const sessionValidity = 3 * 60 * 1_000;
/** The allowed error of a client's clock; Amazon Cognito does not document its limit. */
const clockDifference = 5 * 60 * 1_000;

const timestampForm = /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat) [A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d UTC \d{4}$/;

export function createSrpExchanges(clock: Clock): SrpExchanges {
  const seed = randomBytes(32);
  const begun = new Map<string, PendingExchange>();
  const derived = (...parts: string[]) => createHmac('sha256', seed).update(parts.join('\n')).digest('hex');

  return {
    begin: ({ pool, client }, name, user, digits) => {
      const clientPublic = clientPublicOf(digits);
      if (!clientPublic) throw invalidParameter('Invalid SRP_A');
      for (const [block, { until }] of begun) if (until < clock()) begun.delete(block);
      const userId = user?.Username ?? uuidOf(derived('id', pool.id, name.toLowerCase()));
      const identity = { poolId: pool.id, userId, password: user?.Password ?? derived('password', userId) };
      const salt = BigInt(`0x${derived('salt', pool.id, userId).slice(0, 32)}`);
      const serverSecret = BigInt(`0x${randomBytes(32).toString('hex')}`);
      const serverPublic = serverPublicOf(identity, salt, serverSecret);
      const block = randomBytes(64).toString('base64');
      const until = clock() + sessionValidity;
      begun.set(block, { salt, clientPublic, serverPublic, serverSecret, clientId: client.id, userId, until });
      const [SALT, SRP_B] = [salt.toString(16), serverPublic.toString(16)];
      return { SALT, SRP_B, SECRET_BLOCK: block, USERNAME: userId, USER_ID_FOR_SRP: userId };
    },
    prove: ({ pool, client }, user, { secretBlock, timestamp, proof }) => {
      if (!timestampForm.test(timestamp)) {
        throw invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.');
      }
      const exchange = begun.get(secretBlock);
      begun.delete(secretBlock);
      if (!user || !exchange || exchange.until < clock() || exchange.clientId !== client.id) return false;
      if (exchange.userId !== user.Username || isStale(timestamp, clock())) return false;
      const identity: SrpIdentity = { poolId: pool.id, userId: user.Username, password: user.Password };
      return isSame(proof, proofOf(identity, exchange, secretBlock, timestamp));
    },
  };
}

const isStale = (timestamp: string, now: number): boolean =>
  !(Math.abs(Date.parse(timestamp) - now) <= clockDifference);

const isSame = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

const uuidOf = (digits: string): string => digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');

// The server's half of SRP-6a (RFC 5054) with Amazon Cognito's choices: the group of 3,072 bits, g = 2, SHA-256,
// numbers hashed as two's complement, and a key by HKDF. The client's half is Amplify's AuthenticationHelper.

/** The user of a password. `userId` is USER_ID_FOR_SRP in the challenge. */
type SrpIdentity = { readonly poolId: string; readonly userId: string; readonly password: string };

/** The public numbers of both sides, and the server's secret. */
type SrpExchange = {
  readonly salt: bigint;
  readonly clientPublic: bigint;
  readonly serverPublic: bigint;
  readonly serverSecret: bigint;
};

const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
const g = 2n;
const k = hashed(padded(N), padded(g));

/** A client's public number from its hexadecimal digits; undefined for numbers that would reveal the key. */
function clientPublicOf(digits: string): bigint | undefined {
  if (!/^[\da-f]{1,768}$/i.test(digits)) return undefined;
  const number = BigInt(`0x${digits}`);
  return number % N === 0n ? undefined : number;
}

/** The server's public number. */
const serverPublicOf = (identity: SrpIdentity, salt: bigint, serverSecret: bigint): bigint =>
  (k * verifierOf(identity, salt) + power(g, serverSecret)) % N;

/** The base64 proof that the client knows the password (PASSWORD_CLAIM_SIGNATURE). */
function proofOf(identity: SrpIdentity, exchange: SrpExchange, secretBlock: string, timestamp: string): string {
  return createHmac('sha256', keyOf(identity, exchange))
    .update(poolNameOf(identity) + identity.userId)
    .update(Buffer.from(secretBlock, 'base64'))
    .update(timestamp)
    .digest('base64');
}

function keyOf(identity: SrpIdentity, { salt, clientPublic, serverPublic, serverSecret }: SrpExchange): Buffer {
  const u = hashed(padded(clientPublic), padded(serverPublic));
  const shared = power(clientPublic * power(verifierOf(identity, salt), u), serverSecret);
  return Buffer.from(hkdfSync('sha256', padded(shared), padded(u), 'Caldera Derived Key', 16));
}

function verifierOf(identity: SrpIdentity, salt: bigint): bigint {
  const credentials = createHash('sha256').update(`${poolNameOf(identity)}${identity.userId}:${identity.password}`);
  return power(g, hashed(padded(salt), credentials.digest()));
}

const poolNameOf = ({ poolId }: SrpIdentity): string => poolId.slice(poolId.indexOf('_') + 1);

function hashed(...parts: Buffer[]): bigint {
  return BigInt(`0x${createHash('sha256').update(Buffer.concat(parts)).digest('hex')}`);
}

/** The shortest two's complement of a positive number. */
function padded(number: bigint): Buffer {
  const digits = number.toString(16);
  const even = digits.length % 2 ? `0${digits}` : digits;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

/** `base` to the power of `exponent`, modulo N. */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base % N, rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % N) {
    if (rest & 1n) result = (result * square) % N;
  }
  return result;
}
