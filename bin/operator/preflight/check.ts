/** What a deployment needs, how AWS answered, and what to do. */
export type CheckResult = {
  readonly check: string;
  /** `unknown`: AWS was asked and did not say. `manual`: AWS has no call that says it. */
  readonly status: 'ok' | 'to_do' | 'unknown' | 'manual';
  /** What was found. */
  readonly found: string;
  /** What to do; null if nothing. */
  readonly action: string | null;
};

type Answer = Omit<CheckResult, 'check'>;

export type Check = {
  readonly check: string;
  /** The IAM action of its call. */
  readonly permission: string;
  ask(): Promise<Answer>;
};

export const ok = (found: string): Answer => ({ status: 'ok', found, action: null });
export const toDo = (found: string, action: string): Answer => ({ status: 'to_do', found, action });

/** Asks AWS. An error is never `ok`: without the permission, or without an answer, nothing is known. */
export async function runCheck({ check, permission, ask }: Check): Promise<CheckResult> {
  try {
    return { check, ...(await ask()) };
  } catch (error) {
    return { check, ...(isRefused(error) ? withoutPermission(permission) : withoutAnswer(error)) };
  }
}

const withoutPermission = (permission: string): Answer => ({
  status: 'unknown',
  found: `It could not be asked: the permission ${permission} is missing.`,
  action: `Allow ${permission} (or use an administrator's credentials), and run preflight again.`,
});

const withoutAnswer = (error: unknown): Answer => ({
  status: 'unknown',
  found: `It could not be asked: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
  action: 'Run preflight again.',
});

/** The services' names of a missing permission. */
const refusals = new Set(['AccessDenied', 'AccessDeniedException', 'NotAuthorizedException', 'UnauthorizedOperation']);

const isRefused = (error: unknown): boolean => error instanceof Error && refusals.has(error.name);

/** The answer, or undefined if the service says with an error of one of these names that there is nothing. */
export async function ifPresent<T>(answer: Promise<T>, ...names: readonly string[]): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && names.includes(error.name)) return undefined;
    throw error;
  }
}
