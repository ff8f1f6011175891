import { call } from '../support/rpc.ts';

/** Why no case was tried. `exitCode` is that of the command. */
export type Problem = { readonly exitCode: number; readonly message: string };

const limitMs = 30_000;

/** Fewer a second make cases fail with 429. */
const leastCallsPerSecond = 50;

/**
 * Makes a call, so that a wrong address or key is one message and not a failure of every case. Undefined if the cases
 * can be tried.
 */
export async function firstRequest(endpoint: string, key: string): Promise<Problem | undefined> {
  const headers = { 'Content-Type': 'application/json', 'X-API-KEY': key };
  const signal = AbortSignal.timeout(limitMs);
  try {
    const answer = await fetch(endpoint, { method: 'POST', headers, body: call('getHealth'), signal });
    return problemOfStatus(answer.status, endpoint) ?? problemOfLimit(answer.headers.get('RateLimit-Policy'));
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
  if (status === 404) {
    const needed = 'The cases need Solana networks at the paths / and /devnet of the address.';
    return { exitCode: 4, message: `${endpoint} is not an endpoint (404). ${needed}` };
  }
  return undefined;
}

function problemOfLimit(policy: string | null): Problem | undefined {
  const callsPerSecond = Number(/"second";q=(\d+)/.exec(policy ?? '')?.[1] ?? leastCallsPerSecond);
  if (callsPerSecond >= leastCallsPerSecond) return undefined;
  const message = `The key has ${callsPerSecond} calls a second. Give a key of a plan with ${leastCallsPerSecond} or more.`;
  return { exitCode: 3, message };
}

/** fetch's own message is always "fetch failed". */
function causeOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  if (!(cause instanceof Error)) return String(error);
  return 'code' in cause ? String(cause.code) : cause.message;
}
