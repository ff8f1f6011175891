import {
  AliasExistsException,
  NotAuthorizedException,
  PasswordResetRequiredException,
  UserNotConfirmedException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { AddressTakenError, UserNotFoundError } from './user-errors.ts';

/** Wrong passwords, too many of them, and users who cannot sign in with a password now. */
export const isNoSignIn = (error: unknown): boolean =>
  error instanceof NotAuthorizedException ||
  error instanceof UserNotFoundException ||
  error instanceof UserNotConfirmedException ||
  error instanceof PasswordResetRequiredException;

/** @throws {AddressTakenError} @throws {UserNotFoundError} @throws the error itself, if it is another one */
export function toAddressTaken(error: unknown): never {
  if (error instanceof AliasExistsException || error instanceof UsernameExistsException) throw new AddressTakenError();
  throw notFound(error);
}

export const notFound = (error: unknown): unknown =>
  error instanceof UserNotFoundException ? new UserNotFoundError() : error;

/** Waits for an operation on a user, who may not exist. */
export async function ifFound(answer: Promise<unknown>): Promise<void> {
  try {
    await answer;
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}
