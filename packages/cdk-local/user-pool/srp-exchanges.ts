import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../time.ts';
import type { Caller } from './caller.ts';
import { invalidParameter } from './refusal.ts';
import { clientPublicOf, type Exchange, type Identity, proofOf, serverPublicOf } from './srp.ts';
import type { User } from './users.ts';

/** The parameters of a PASSWORD_VERIFIER challenge. */
export type SrpChallenge = Readonly<Record<'SALT' | 'SECRET_BLOCK' | 'SRP_B' | 'USERNAME' | 'USER_ID_FOR_SRP', string>>;

/** What a client answers to it. */
export type SrpResponse = { readonly secretBlock: string; readonly timestamp: string; readonly proof: string };

/** Sign-ins by SRP that have been begun. */
export type SrpExchanges = {
  /**
   * Begins one. A name that nobody has gets a challenge too, with the same salt and id each time (Amazon Cognito
   * Developer Guide, "Managing user existence error responses").
   * @throws {Refusal} InvalidParameterException for a public number that is none
   */
  readonly begin: (caller: Caller, name: string, user: User | undefined, clientPublic: string) => SrpChallenge;
  /**
   * Whether the user has proved the password. Ends the exchange, whatever the answer.
   * @throws {Refusal} InvalidParameterException for a timestamp in another form
   */
  readonly prove: (caller: Caller, user: User | undefined, response: SrpResponse) => boolean;
};

type Begun = Exchange & { readonly clientId: string; readonly userId: string; readonly until: number };

/** How long a sign-in may take (CreateUserPoolClient, "AuthSessionValidity": 3 minutes by default). */
const sessionValidity = 3 * 60 * 1_000;
/** How far a client's clock may be off; Amazon Cognito does not say what it allows. */
const clockDifference = 5 * 60 * 1_000;

const timestampForm = /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat) [A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d UTC \d{4}$/;

export function createSrpExchanges(clock: Clock): SrpExchanges {
  const seed = randomBytes(32);
  const begun = new Map<string, Begun>();
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
      const identity: Identity = { poolId: pool.id, userId: user.Username, password: user.Password };
      return isSame(proof, proofOf(identity, exchange, secretBlock, timestamp));
    },
  };
}

const isStale = (timestamp: string, now: number): boolean =>
  !(Math.abs(Date.parse(timestamp) - now) <= clockDifference);

const isSame = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

const uuidOf = (digits: string): string => digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
