import { randomInt } from 'node:crypto';
import type { Clock } from '../time.ts';
import { type Mail, verificationMail } from './mail.ts';
import { UserPoolError } from './user-pool-answer.ts';
import type { UserPool } from './user-pool-properties.ts';
import type { UserStore } from './user-store.ts';
import { attributeOf, type User } from './users.ts';

/** The purpose of a code. */
export type Purpose = 'sign-up' | 'password' | 'email';

/** The delivery of a code as in the API. */
export type Delivery = {
  readonly AttributeName: 'email';
  readonly DeliveryMedium: 'EMAIL';
  /** Masked. */
  readonly Destination: string;
};

/** Codes that prove that an email address belongs to the user. */
export type VerificationCodes = {
  /**
   * Sends a new code, which replaces an older one for the same purpose. Default address: the user's.
   */
  readonly send: (pool: UserPool, user: User, purpose: Purpose, email?: string) => Promise<Delivery>;
  /**
   * Accepts the newest code once, and applies the changes that it permits; they depend on the code's address. Returns
   * the changed user.
   * @throws {UserPoolError} CodeMismatchException, or ExpiredCodeException if no code was sent or it has expired
   */
  readonly use: (
    pool: UserPool,
    user: User,
    given: { readonly purpose: Purpose; readonly value: string },
    changesFor: (email: string) => Partial<User>,
  ) => Promise<User>;
};

const hour = 60 * 60 * 1_000;

// Amazon Cognito Developer Guide, "Signing up and confirming user accounts" and "Recovering user accounts".
const goodFor = { 'sign-up': 24 * hour, email: 24 * hour, password: hour };

export type VerificationCodesOptions = {
  readonly users: UserStore;
  readonly clock: Clock;
  /** Delivers a code. */
  readonly onMail: (mail: Mail) => void;
};

export const createVerificationCodes = ({ users, clock, onMail }: VerificationCodesOptions): VerificationCodes => ({
  send: async (pool, user, purpose, email = attributeOf(user, 'email') ?? '') => {
    const value = String(randomInt(1_000_000)).padStart(6, '0');
    await users.change(pool, user, { Codes: { ...user.Codes, [purpose]: { value, email, sentAt: clock() } } });
    onMail(verificationMail(pool, email, value));
    return deliveryTo(email);
  },
  use: async (pool, user, { purpose, value }, changesFor) => {
    const { [purpose]: code, ...others } = user.Codes ?? {};
    if (!code || clock() - code.sentAt >= goodFor[purpose]) throw expired();
    if (code.value !== value) throw mismatch();
    return users.change(pool, user, { ...changesFor(code.email), Codes: others });
  },
});

/** The masked address of a code, which does not reveal the address to callers that do not know it. */
export const deliveryTo = (email: string): Delivery => ({
  AttributeName: 'email',
  DeliveryMedium: 'EMAIL',
  Destination: email.replace(/^(.)[^@]*@(.).*$/, '$1***@$2***'),
});

export const expired = (): UserPoolError =>
  new UserPoolError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

export const mismatch = (): UserPoolError =>
  new UserPoolError('CodeMismatchException', 'Invalid verification code provided, please try again.');
