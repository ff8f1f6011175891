import * as v from 'valibot';
import { plainAddress } from '../../accounts/sign-up-policy.ts';

/** An email address, in lower case: the user pool ignores capitals. */
export const emailSchema = v.pipe(
  v.string(),
  v.maxLength(254, 'must have at most 254 characters'),
  v.regex(plainAddress, 'must be an email address, for example name@example.com, without other characters'),
  v.toLowerCase(),
);

/** A password that is only compared. */
export const passwordSchema = v.pipe(
  v.string(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(256, 'must have at most 256 characters'),
);

/** Only the status says what happened. */
export const emptySchema = v.strictObject({});
