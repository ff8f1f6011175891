import { type AttemptLimit, attemptLimits } from '../accounts/attempt-limits.ts';
import { reportLeakedSecret } from './operations/leak-operations.ts';
import { requestSignUp, useRecoveryCode } from './operations/public-operations.ts';
import type { PublicOperation } from './public-operation.ts';

/** The operations for callers without a token. lib/control-plane/management-api.ts has the same paths. */
export const publicRoutes: readonly {
  readonly method: 'POST';
  readonly path: string;
  readonly operation: PublicOperation;
  /** Of the requests of one source, whatever they contain. Undefined if the operation itself counts them. */
  readonly limit?: AttemptLimit;
}[] = [
  { method: 'POST', path: '/v1/sign-up', operation: requestSignUp, limit: attemptLimits.signUpsOfSource },
  { method: 'POST', path: '/v1/recover', operation: useRecoveryCode, limit: attemptLimits.recoveriesOfSource },
  { method: 'POST', path: '/v1/key/revoke', operation: reportLeakedSecret },
];
