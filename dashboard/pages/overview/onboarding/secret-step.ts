import type { Key } from '../../../api/api.ts';
import type { KeyWithSecret } from '../../../api/keys.ts';

type SecretStep = {
  readonly created: KeyWithSecret | undefined;
  /** A key from before this page, which cannot show its secret. */
  readonly keyBefore: Key | undefined;
  /** Whether the user has saved the secret, or replaces a lost one later. */
  readonly isSaved: boolean;
};

/** Whether nothing is left to do about the secret. */
export const isSecretStepDone = ({ created, keyBefore, isSaved }: SecretStep): boolean =>
  isSaved || (created === undefined && keyBefore !== undefined);
