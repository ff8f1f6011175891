import * as v from 'valibot';
import { chainIds, chains } from '../../src/chains/chains.ts';
import { endpointOutput, type Network } from '../../src/network.ts';
import type { SettingsProblem } from './configuration-error.ts';
import { costProblems, costSchema } from './cost-settings.ts';
import { methodProblems, networkMethodsSchema, nodeMethodEntries } from './method-settings.ts';
import { isName, kmsKeyArn, wholeNumber } from './setting-types.ts';

// API Gateway reads braces as a variable, and '/devnet/' as another route than '/devnet'.
const isPath = /^(\/|(\/[A-Za-z0-9._~-]+)+)$/;

const upstream = v.strictObject({
  url: v.pipe(
    v.string(),
    v.check((text) => URL.canParse(text) && /^https?:\/\//.test(text), 'must be an http or https URL'),
    v.check(
      (text) => !hasCredentials(text),
      'must not have a user name, password or query, because the template is not secret: store credentials in Secrets ' +
        'Manager and give the secret\'s name as "secretName"',
    ),
  ),
  ...nodeMethodEntries,
  /** The oldest block that the node has. Default: what watch finds out. */
  earliestSlot: v.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  /** The node has the whole history. */
  archive: v.optional(v.boolean()),
  /** The most calls that are sent to it in a second. Default: no limit. */
  callsPerSecond: v.optional(wholeNumber(1, 1_000_000)),
  cost: v.optional(costSchema),
  // The characters that Secrets Manager allows in a name.
  secretName: v.optional(
    v.pipe(v.string(), v.regex(/^[\w/+=.@-]+$/, 'must be the name of a secret: letters, digits and / _ + = . @ -')),
  ),
  /** The customer-managed key that encrypts the secret. Default: AWS's own key for Secrets Manager. */
  kmsKeyArn: v.optional(kmsKeyArn),
  /** Reached within the operator's VPC (the setting `vpc`), not by the internet. */
  private: v.optional(v.boolean()),
  /**
   * The path of a file with the certificates of a private authority in PEM, relative to the settings file. The node's
   * certificate is then checked with them alone.
   */
  caFile: v.optional(v.pipe(v.string(), v.nonEmpty('must be the path of a file with certificates in PEM'))),
});

function hasCredentials(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password, search } = new URL(url);
  return Boolean(username || password || search);
}

const upstreamsSchema = v.pipe(
  v.array(upstream),
  v.minLength(1, 'needs at least one node: { url: "https://…" }'),
  // A network's alarms are in one nested stack (lib/monitoring/network-alarm-stacks.ts).
  v.maxLength(100, 'must have at most 100 nodes: a stack can have 500 resources, and each node takes three alarms'),
  v.readonly(),
);

export const networkSettingSchema = v.strictObject({
  /** Unique among all chains. Records and tallies store it: never give a name to another network. */
  network: v.pipe(
    v.string(),
    v.regex(isName, "must have lower-case letters, digits and single hyphens, and begin with a letter: 'eth-mainnet'"),
  ),
  chain: v.picklist(chainIds),
  /** The path of the RPC endpoint. */
  path: v.pipe(
    v.string(),
    v.regex(
      isPath,
      "must begin with '/', must not end with one, and may have the characters A-Z a-z 0-9 . _ ~ -: '/devnet'",
    ),
  ),
  /** Of Solana: the hash of the chain's first block, or its name. Default: what the nodes agree on. */
  genesisHash: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => text in chains.solana.identity.names || /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text),
        `must be ${Object.keys(chains.solana.identity.names).join(', ')}, or the hash that getGenesisHash returns`,
      ),
    ),
  ),
  /** Of Ethereum: the chain's number, such as 1. Default: what the nodes agree on. */
  chainId: v.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
  /** A node that is further behind the best node is used last. Default: the chain's. */
  maxLagSeconds: v.optional(wholeNumber(1, 86_400)),
  /** Without a new block for so long, the network has stalled. 0: never. Default: the chain's. */
  stalledAfterSeconds: v.optional(wholeNumber(0, 86_400)),
  /** What differs from the chain's methods. */
  methods: v.optional(networkMethodsSchema),
  /** In order of preference. */
  upstreams: upstreamsSchema,
});

const most = {
  /** A graph of the overview shows six outcomes for each network, and can have 500 metrics ("CloudWatch service quotas"). */
  networks: 80,
  /** The overview has two metrics for each node, and a dashboard can have 2,500. */
  nodes: 500,
} as const;

export const networksSchema = v.pipe(
  v.array(networkSettingSchema),
  v.minLength(1, 'needs at least one network'),
  v.maxLength(
    most.networks,
    ({ received }) =>
      `must have at most ${most.networks} networks, and has ${received}: a graph of CloudWatch has at most 500 metrics. ` +
      'Put some into a second instance',
  ),
  v.readonly(),
);

/** Values that two networks share, methods that contradict the chain's, and too many nodes. */
export const networkProblems = (networks: readonly Network[]): SettingsProblem[] => [
  ...networks.flatMap((network, index) => [
    ...clashesOf(network, networks.slice(0, index), `networks.${index}`),
    ...identityProblems(network, `networks.${index}`),
    ...methodProblems(network, `networks.${index}`),
    ...costProblems(network, `networks.${index}`),
  ]),
  ...tooManyNodes(networks),
  ...networks.flatMap(({ upstreams }, index) => keysWithoutSecret(upstreams, `networks.${index}.upstreams`)),
];

/** Each chain has one of the settings by which a network says what it expects. */
function identityProblems(network: Network, path: string): SettingsProblem[] {
  const { name, identity } = chains[network.chain];
  const foreign = (['genesisHash', 'chainId'] as const).filter((setting) => setting !== identity.setting);
  return foreign.flatMap((setting) => {
    const message = `is not a setting of ${name}. Use ${identity.setting}, or remove it`;
    return network[setting] === undefined ? [] : [{ path: `${path}.${setting}`, message }];
  });
}

type Secret = { readonly secretName?: string | undefined; readonly kmsKeyArn?: string | undefined };

const keysWithoutSecret = (nodes: readonly Secret[], path: string): SettingsProblem[] =>
  nodes.flatMap(({ secretName, kmsKeyArn: key }, index) =>
    key === undefined || secretName !== undefined
      ? []
      : [{ path: `${path}.${index}.kmsKeyArn`, message: 'is the key of a secret: give its secretName, or remove it' }],
  );

function tooManyNodes(networks: readonly Network[]): SettingsProblem[] {
  const nodes = networks.reduce((sum, { upstreams }) => sum + upstreams.length, 0);
  if (nodes <= most.nodes) return [];
  const message = `must have at most ${most.nodes} nodes in all, and have ${nodes}: a dashboard of CloudWatch has at most 2,500 metrics. Put some networks into a second instance`;
  return [{ path: 'networks', message }];
}

function clashesOf(network: Network, before: readonly Network[], path: string): SettingsProblem[] {
  if (before.some((other) => other.network === network.network)) {
    return [
      { path: `${path}.network`, message: `another network has the name "${network.network}". Rename one of them` },
    ];
  }
  const clashes: SettingsProblem[] = [];
  if (before.some((other) => other.path === network.path)) {
    clashes.push({
      path: `${path}.path`,
      message: `another network has the path "${network.path}". Change one of them`,
    });
  }
  const sameOutput = before.find((other) => endpointOutput(other) === endpointOutput(network));
  if (sameOutput) {
    const message = `the stack's output ${endpointOutput(network)} would clash with that of "${sameOutput.network}". Rename one of them`;
    clashes.push({ path: `${path}.network`, message });
  }
  return clashes;
}
