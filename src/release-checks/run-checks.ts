import * as v from 'valibot';
import type { Invoke } from './invoke-function.ts';

export type Check = {
  readonly name: string;
  /** The ARN of the version or alias of a function. */
  readonly version: string;
  readonly event: unknown;
  /** Schema of the expected result. */
  readonly expected: v.GenericSchema;
};

export type FailedCheck = { readonly check: string; readonly version: string; readonly detail: string };

/** Invokes every version and returns the checks that failed. */
export async function runChecks(checks: readonly Check[], invoke: Invoke): Promise<FailedCheck[]> {
  const results = await Promise.all(checks.map((check) => runCheck(check, invoke)));
  return results.filter((failure) => failure !== undefined);
}

async function runCheck({ name, version, event, expected }: Check, invoke: Invoke): Promise<FailedCheck | undefined> {
  try {
    const result = v.safeParse(expected, await invoke(version, event));
    if (result.success) return undefined;
    const [issue] = result.issues;
    return { check: name, version, detail: `${v.getDotPath(issue) ?? 'result'}: ${issue.message}` };
  } catch (error) {
    return { check: name, version, detail: String(error) };
  }
}
