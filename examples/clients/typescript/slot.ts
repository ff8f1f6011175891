import { setTimeout as pause } from 'node:timers/promises';
import {
  createDefaultRpcTransport,
  createSolanaRpcFromTransport,
  isSolanaError,
  type RpcTransport,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
} from '@solana/kit';

// Prints the current slot: node slot.ts [HOW OFTEN]

/** All waits of a call together. A daily quota may need hours, so a program should stop and say so. */
const maxWaitSeconds = 10;

/** An answer of the gateway that is not 200. */
type Refusal = { readonly status: number; readonly headers: Headers };

function refusalIn(error: unknown): Refusal | undefined {
  if (!isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)) return undefined;
  return { status: error.context.statusCode, headers: error.context.headers };
}

/**
 * Seconds until the next try. At a spent daily quota, only `RateLimit` says when the day ends. API Gateway's own 429 says
 * nothing, and something in between may write a date.
 */
function retryAfter({ headers }: Refusal): number {
  const [, day] = /"day";r=0;t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
  const seconds = Number(headers.get('retry-after') ?? day);
  return seconds >= 1 ? seconds : 1;
}

/** Waits when a limit is reached. This is safe for transactions too: the gateway has not forwarded a refused one. */
function waitingForLimits(send: RpcTransport): RpcTransport {
  return async (request) => {
    for (let waited = 0; ; ) {
      try {
        return await send(request);
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal?.status !== 429 || waited + retryAfter(refusal) > maxWaitSeconds) throw error;
        const seconds = retryAfter(refusal);
        console.error(`Limit reached: waiting ${seconds} s.`);
        await pause(seconds * 1_000);
        waited += seconds;
      }
    }
  };
}

/** What to tell the user. It never contains the key. */
function explained(error: unknown): string {
  const refusal = refusalIn(error);
  if (!refusal) return `The call failed: ${reasonOf(error)}`;
  // API Gateway makes the answer 403 itself, so that its own id is the only one.
  const requestId = refusal.headers.get('x-request-id') ?? refusal.headers.get('apigw-requestid') ?? 'none';
  return `${messageOf(refusal)} Request id: ${requestId}`;
}

function messageOf(refusal: Refusal): string {
  if (refusal.status === 403) {
    return 'The gateway rejected the key (403). Check RPC_API_KEY and ENDPOINT, or create another key.';
  }
  if (refusal.status !== 429) return `The gateway answered ${refusal.status}.`;
  return `Limit reached: the next call is possible in ${retryAfter(refusal)} s.`;
}

/** The deepest cause: fetch only says that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

/** What is wrong with the variables or the argument. A key that is no header would be in the error of fetch. */
function wrongUse(key: string, calls: number): string | undefined {
  if (!process.env.ENDPOINT || key === '') return 'Set ENDPOINT and RPC_API_KEY.';
  if (!/^[!-~]+$/.test(key)) return 'RPC_API_KEY has characters that no key has. Copy the key again.';
  return Number.isInteger(calls) && calls > 0 ? undefined : 'HOW OFTEN must be a number, such as 3.';
}

async function main(): Promise<void> {
  const { ENDPOINT: url = '', RPC_API_KEY = '' } = process.env;
  // Files of variables often leave a line break behind it.
  const key = RPC_API_KEY.trim();
  const calls = Number(process.argv[2] ?? 1);
  const wrong = wrongUse(key, calls);
  if (wrong !== undefined) {
    console.error(wrong);
    process.exitCode = 1;
    return;
  }
  const transport = waitingForLimits(createDefaultRpcTransport({ url, headers: { 'X-API-KEY': key } }));
  const rpc = createSolanaRpcFromTransport(transport);
  for (let made = 0; made < calls; made += 1) {
    console.log(String(await rpc.getSlot().send({ abortSignal: AbortSignal.timeout(60_000) })));
  }
}

await main().catch((error: unknown) => {
  console.error(explained(error));
  process.exitCode = 1;
});
