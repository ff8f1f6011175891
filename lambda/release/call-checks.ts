import * as v from 'valibot';
import { chains } from '../../src/chains/chains.ts';
import type { Network } from '../../src/network.ts';
import type { Check } from '../../src/release-checks/run-checks.ts';
import type { ErrorReason } from '../../src/runtime/gateway-errors.ts';
import type { FunctionSettings } from '../../src/settings.ts';

/** ARNs of the function versions that are about to get traffic. */
export type CallVersions = Readonly<Record<'authorizer' | 'proxy' | 'tally', string>>;

/** The secrets of the checks' keys, by the name of the network. */
export type CheckSecrets = Readonly<Record<string, string>>;

/** The checks of the functions that customers' calls pass. Calls are counted and recorded under {@link checkAccountId}. */
export const callChecks = (
  { authorizer, proxy, tally }: CallVersions,
  networks: FunctionSettings['networks'],
  secrets: CheckSecrets,
): Check[] => [
  {
    name: 'the authorizer refuses a malformed secret',
    version: authorizer,
    event: authorizerEvent('not a secret'),
    expected: v.object({ isAuthorized: v.literal(false) }),
  },
  ...Object.values(secrets)
    .slice(0, 1)
    .map((secret) => ({
      name: 'the authorizer names the key of a secret',
      version: authorizer,
      event: authorizerEvent(secret),
      expected: v.object({ isAuthorized: v.literal(true), context: v.object({ keyId: v.string() }) }),
    })),
  ...networks.map((network) => ({
    name: `the proxy answers ${chains[network.chain].health.method} on ${network.network}`,
    version: proxy,
    event: healthCall(network, secrets[network.network] ?? ''),
    expected: proxyAnswer,
  })),
  {
    name: 'the tally accepts an empty batch',
    version: tally,
    event: { Records: [] },
    expected: v.object({ batchItemFailures: v.strictTuple([]) }),
  },
];

const authorizerEvent = (secret: string) => ({
  version: '2.0',
  type: 'REQUEST',
  rawPath: '/',
  identitySource: [secret],
});

/** An HTTP API event (payload 2.0) with the chain's health call; it has only the properties that the proxy reads. */
function healthCall(network: Network, secret: string) {
  const { method, params } = chains[network.chain].health;
  return {
    version: '2.0',
    rawPath: network.path,
    headers: { 'content-type': 'application/json', 'x-api-key': secret },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    isBase64Encoded: false,
  };
}

/** The errors that the gateway reports of its nodes, or of the operator's settings. */
const nodeErrors: ReadonlySet<string> = new Set<ErrorReason>([
  'upstream_unavailable',
  'upstream_timeout',
  'call_too_slow',
  'nodes_at_limit',
  'response_too_large',
  'method_not_served',
]);

/**
 * Any answer that got as far as the nodes. A node that is down, limits or rejects the gateway says nothing about the
 * version: watch and the alarms on nodes report it, and it must not stop a release.
 */
const proxyAnswer = v.pipe(
  v.object({ statusCode: v.number(), headers: v.object({ 'X-Request-Id': v.string() }), body: v.string() }),
  v.rawCheck(({ dataset, addIssue }) => {
    const reason = dataset.typed ? ownError(dataset.value.body, dataset.value.headers['X-Request-Id']) : undefined;
    if (reason !== undefined && !nodeErrors.has(reason)) addIssue({ message: `the gateway failed: ${reason}` });
  }),
);

const errorBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ error: v.object({ data: v.object({ reason: v.string(), requestId: v.string() }) }) }),
);

/** The reason of an error of the gateway itself; undefined for a node's answer. */
function ownError(body: string, requestId: string): string | undefined {
  const parsed = v.safeParse(errorBody, body);
  if (!parsed.success || parsed.output.error.data.requestId !== requestId) return undefined;
  return parsed.output.error.data.reason;
}
