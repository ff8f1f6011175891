import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import * as v from 'valibot';
import type { Upstreams } from '../src/environment.ts';
import { routes } from '../src/rpc-routes.ts';
import { upstreamsSchema } from '../src/upstream-config.ts';
import { ConfigurationError } from './context.ts';
import type { Grant } from './grants.ts';

/**
 * The context value `upstreams` (cdk.json): an object with a list of `{ "url", "secretName"? }` for each network of
 * src/rpc-routes.ts. Returns them in the order of the routes.
 * @throws {ConfigurationError} if a network is missing or unknown, an upstream is invalid, or a URL has credentials:
 * they would be readable in the template
 */
export function configuredUpstreams(context: unknown): Upstreams {
  const parsed = v.safeParse(upstreamsSchema, context);
  if (!parsed.success) throw invalid(parsed.issues.map(described));
  const networks = routes.map((route) => route.network);
  const problems = [
    ...networks.filter((network) => !Object.hasOwn(parsed.output, network)).map(missing),
    ...Object.keys(parsed.output)
      .filter((network) => !networks.includes(network))
      .map(unknown),
    ...Object.entries(parsed.output).flatMap(withCredentials),
  ];
  if (problems.length > 0) throw invalid(problems);
  return Object.fromEntries(networks.map((network) => [network, parsed.output[network] ?? []]));
}

const missing = (network: string): string =>
  `the network "${network}" of src/rpc-routes.ts has no upstreams: add "${network}": [{ "url": "https://…" }]`;

const unknown = (network: string): string =>
  `the network "${network}" is not in src/rpc-routes.ts: add a row there, or remove it here`;

function described(issue: v.InferIssue<typeof upstreamsSchema>): string {
  const path = v.getDotPath(issue);
  return path ? `${path}: ${issue.message}` : issue.message;
}

function withCredentials([network, upstreams]: [string, Upstreams[string]]): string[] {
  return upstreams.flatMap(({ url }, index) => {
    const { username, password, search } = new URL(url);
    if (!username && !password && !search) return [];
    return [
      `${network}.${index}.url: must not have a user name, password or query, because the template is not secret: ` +
        'store credentials in Secrets Manager and give the secret\'s name as "secretName"',
    ];
  });
}

const invalid = (problems: readonly string[]): ConfigurationError =>
  new ConfigurationError(
    [
      'The context value "upstreams" (in cdk.json) is wrong:',
      ...problems.map((problem) => `  - ${problem}`),
      'Each network of src/rpc-routes.ts needs a list of upstreams: { "url": "https://…", "secretName": "…" }.',
      'Omit "secretName" if a node needs no credentials.',
    ].join('\n'),
  );

/** Permission to read each secret with a node's credentials. */
export function upstreamSecrets(scope: Construct, upstreams: Upstreams): Grant[] {
  const names = new Set(Object.values(upstreams).flatMap((list) => list.flatMap(({ secretName }) => secretName ?? [])));
  if (names.size === 0) return [];
  // A secret's ARN ends in a hyphen and six random characters.
  const resources = [...names].map(
    (name) => `${Secret.fromSecretNameV2(scope, `Secret-${name}`, name).secretArn}-??????`,
  );
  return [{ actions: ['secretsmanager:GetSecretValue'], resources }];
}
