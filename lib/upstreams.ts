import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import * as v from 'valibot';
import { upstreamsSchema } from '../src/configured-upstreams.ts';
import type { Upstreams } from '../src/environment.ts';
import { routes } from '../src/routes.ts';
import { ConfigurationError } from './context.ts';
import type { Grant } from './grants.ts';

/**
 * The upstreams of every network, from the context value `upstreams` (cdk.json): an object with a list of
 * `{ "url", "secretName"? }` for each network of src/routes.ts. They come back in the order of the routes.
 * @throws {ConfigurationError} when a network has none, is not known to the routes, or has something that is no
 * upstream; and for a URL with credentials in it, because it would stand in the template for all to read.
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
  `the network "${network}" of src/routes.ts has no upstreams: add "${network}": [{ "url": "https://…" }]`;

const unknown = (network: string): string =>
  `no route knows the network "${network}": add a row to src/routes.ts, or take it out`;

function described(issue: v.InferIssue<typeof upstreamsSchema>): string {
  const path = v.getDotPath(issue);
  return path ? `${path}: ${issue.message}` : issue.message;
}

function withCredentials([network, upstreams]: [string, Upstreams[string]]): string[] {
  return upstreams.flatMap(({ url }, index) => {
    const { username, password, search } = new URL(url);
    if (!username && !password && !search) return [];
    return [
      `${network}.${index}.url: must have no user name, password or query, for the template is no place for ` +
        'credentials: store them in Secrets Manager and give the secret\'s name as "secretName"',
    ];
  });
}

const invalid = (problems: readonly string[]): ConfigurationError =>
  new ConfigurationError(
    [
      'The context value "upstreams" (in cdk.json) is wrong:',
      ...problems.map((problem) => `  - ${problem}`),
      'It lists for each network of src/routes.ts its upstreams: { "url": "https://…", "secretName": "…" },',
      'the latter only where a node wants credentials.',
    ].join('\n'),
  );

/** Leave to read the secrets with the nodes' credentials, secret by secret; nothing where no node has one. */
export function upstreamSecrets(scope: Construct, upstreams: Upstreams): Grant[] {
  const names = new Set(Object.values(upstreams).flatMap((list) => list.flatMap(({ secretName }) => secretName ?? [])));
  if (names.size === 0) return [];
  // Secrets Manager ends a secret's ARN in a hyphen and six characters that its name does not tell.
  const resources = [...names].map(
    (name) => `${Secret.fromSecretNameV2(scope, `Secret-${name}`, name).secretArn}-??????`,
  );
  return [{ actions: ['secretsmanager:GetSecretValue'], resources }];
}
