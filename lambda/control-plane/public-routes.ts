import { requestSignUp, useRecoveryCode } from './operations/public-operations.ts';
import type { PublicOperation } from './public-operation.ts';

/** The operations for callers without a token. lib/management-api.ts has the same paths. */
export const publicRoutes: readonly {
  readonly method: 'POST';
  readonly path: string;
  readonly operation: PublicOperation;
}[] = [
  { method: 'POST', path: '/v1/sign-up', operation: requestSignUp },
  { method: 'POST', path: '/v1/recover', operation: useRecoveryCode },
];
