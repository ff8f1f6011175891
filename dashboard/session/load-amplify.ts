import { UnreachableError } from '../api/api-errors.ts';
import type { DashboardConfig } from '../config.ts';

type Amplify = typeof import('./amplify.ts');

let userPool: DashboardConfig['userPool'] | undefined;
let loading: Promise<Amplify> | undefined;

/** Sets the user pool of the session. */
export function setUserPool(pool: DashboardConfig['userPool']): void {
  userPool = pool;
  loading = undefined;
}

/** The user pool of the session. */
export function sessionUserPool(): DashboardConfig['userPool'] {
  if (!userPool) throw new Error('configureSession must be called first.');
  return userPool;
}

/**
 * Amplify with the user pool of the session. It is loaded with the first call; after a failure, the next call tries again.
 * @throws {UnreachableError} if it cannot be loaded
 */
export function loadAmplify(): Promise<Amplify> {
  loading ??= load(sessionUserPool());
  return loading;
}

async function load(pool: DashboardConfig['userPool']): Promise<Amplify> {
  const amplify = await import('./amplify.ts').catch((cause: unknown) => {
    loading = undefined;
    throw new UnreachableError({ cause });
  });
  amplify.configureAmplify(pool);
  return amplify;
}

/** Stores an already loaded Amplify, so that later calls need not import it. */
export function provideAmplify(amplify: Amplify): void {
  amplify.configureAmplify(sessionUserPool());
  loading = Promise.resolve(amplify);
}

/**
 * Amplify's operations to sign in, and to change how to sign in.
 * @throws {UnreachableError} if they cannot be loaded
 */
export async function loadSignIn(): Promise<typeof import('./amplify-sign-in.ts')> {
  const loaded = import('./amplify-sign-in.ts').catch((cause: unknown) => {
    throw new UnreachableError({ cause });
  });
  const [operations] = await Promise.all([loaded, loadAmplify()]);
  return operations;
}
