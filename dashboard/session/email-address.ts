import { confirmUserAttribute } from '@aws-amplify/auth';
import { throwSessionError } from './session-error.ts';

/**
 * Proves with the code from the mail that the user reads a new address. The user pool then signs in with it.
 * @throws {SessionError} `wrong_code`, `expired_code`, `address_taken`; others
 */
export async function proveNewAddress(code: string): Promise<void> {
  await confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: code }).catch(throwSessionError);
}
