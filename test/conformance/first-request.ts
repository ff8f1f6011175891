import { call } from '../support/rpc.ts';

/** Why no case was tried. `exitCode` is that of the command. */
export type Problem = { readonly exitCode: number; readonly message: string };

const limitMs = 30_000;

/**
 * Makes one call, so that a wrong address or key is one message and not a failure of every case. Undefined if the cases
 * can be tried.
 * @param endpoint of mainnet
 */
export async function firstRequest(endpoint: string, key: string): Promise<Problem | undefined> {
  const headers = { 'Content-Type': 'application/json', 'X-API-KEY': key };
  const signal = AbortSignal.timeout(limitMs);
  try {
    const { status } = await fetch(endpoint, { method: 'POST', headers, body: call('getHealth'), signal });
    return problemOfStatus(status, endpoint);
  } catch (error) {
    const reason = signal.aborted ? `no answer within ${limitMs / 1_000} s` : causeOf(error);
    return { exitCode: 5, message: `${endpoint} cannot be reached: ${reason}.` };
  }
}

/** Other statuses are for the cases to judge. */
function problemOfStatus(status: number, endpoint: string): Problem | undefined {
  if (status === 401 || status === 403) {
    return { exitCode: 3, message: `${endpoint} refuses the key (${status}). Give an active key of this stage.` };
  }
  if (status === 429) {
    return { exitCode: 3, message: 'The key has no calls left (429). Give a key that nothing else uses.' };
  }
  if (status === 404) return { exitCode: 4, message: `${endpoint} is not an endpoint (404). Give the one of mainnet.` };
  return undefined;
}

/** fetch's own message is always "fetch failed". */
function causeOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  if (!(cause instanceof Error)) return String(error);
  return 'code' in cause ? String(cause.code) : cause.message;
}
