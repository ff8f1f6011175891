import * as v from 'valibot';
import type { Invoke } from '../../src/aws/invoke.ts';
import { chains } from '../../src/chains/chains.ts';
import { mintSecret } from '../../src/keys/secret.ts';
import { type RpcRoute, routeKey, routes } from '../../src/rpc-routes.ts';

/** The ARNs of the versions that are about to take over. */
export type FunctionVersions = { readonly authorizer: string; readonly proxy: string; readonly tally: string };

/** A check that failed. */
export type FailedCheck = { readonly check: string; readonly detail: string };

/** An event for a version, and the form its answer must have. */
type Check = {
  readonly name: string;
  readonly version: string;
  readonly event: unknown;
  readonly wanted: v.GenericSchema;
};

/**
 * Whose calls the checks are: a key and an account that no customer has, since theirs have the ids `key_…` and a UUID.
 * What is counted and recorded of the checks stands under these.
 */
export const checkIdentity = {
  keyId: 'pre-traffic-check',
  accountId: 'pre-traffic-check',
  planId: 'developer',
} as const;

/** Tries every version; what did not answer as it should comes back, nothing when all is well. */
export async function runChecks(versions: FunctionVersions, invoke: Invoke, rows = routes): Promise<FailedCheck[]> {
  const found = await Promise.all(checksOf(versions, rows).map((check) => runCheck(check, invoke)));
  return found.filter((problem) => problem !== undefined);
}

const checksOf = ({ authorizer, proxy, tally }: FunctionVersions, rows: readonly RpcRoute[]): Check[] => [
  {
    name: 'the authorizer refuses a secret that nobody has',
    version: authorizer,
    event: { version: '2.0', type: 'REQUEST', routeKey: 'POST /', identitySource: [mintSecret()] },
    wanted: v.object({ isAuthorized: v.literal(false) }),
  },
  ...rows.map((route) => ({
    name: `${chains[route.chain].health.method} on ${route.network} says that the node is healthy`,
    version: proxy,
    event: healthCall(route),
    wanted: healthyAnswer(route),
  })),
  {
    name: 'the tally takes an empty batch',
    version: tally,
    event: { Records: [] },
    wanted: v.object({ batchItemFailures: v.strictTuple([]) }),
  },
];

/** The HTTP API's event (payload 2.0), as far as the proxy reads it, with the chain's health call. */
function healthCall(route: RpcRoute) {
  const { method, params } = chains[route.chain].health;
  return {
    version: '2.0',
    routeKey: routeKey(route),
    headers: { 'content-type': 'application/json' },
    requestContext: { authorizer: { lambda: checkIdentity } },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    isBase64Encoded: false,
  };
}

function healthyAnswer({ chain }: RpcRoute): v.GenericSchema {
  const isHealthy = (result: unknown) => chains[chain].health.read(result) === true;
  const result = v.pipe(v.unknown(), v.check(isHealthy, 'the node does not say that it is healthy'));
  return v.object({
    statusCode: v.literal(200),
    body: v.pipe(v.string(), v.parseJson(), v.object({ result })),
  });
}

async function runCheck({ name, version, event, wanted }: Check, invoke: Invoke): Promise<FailedCheck | undefined> {
  try {
    const answer = v.safeParse(wanted, await invoke(version, event));
    if (answer.success) return undefined;
    const [issue] = answer.issues;
    return { check: name, detail: `${v.getDotPath(issue) ?? 'answer'}: ${issue.message}` };
  } catch (error) {
    return { check: name, detail: String(error) };
  }
}
