import { parseArgs } from 'node:util';
import type { DynamoDbEngineName } from '../../packages/cdk-local/dynamodb/engine.ts';
import { isRange } from '../../packages/cdk-local/vpc/security-rule.ts';
import { errorClass } from '../../src/error-class.ts';
import type { Upstream, Upstreams } from '../../src/network.ts';

/** The port of the RPC API. */
export const defaultPort = '8545';

export const help = `Runs the whole gateway on this machine, from the template that would be deployed.

  npm start -- [options]

  --port PORT               port of the RPC API; 0 picks a free port             (default: ${defaultPort})
  --api-port PORT           port of the management API; the user pool gets the
                            next one; 0 picks free ports                         (default: the next port)
  --dashboard-port PORT     port of the dashboard; 0 picks a free port           (default: the next port after these)
  --data DIR                keep tables, users and keys in DIR between runs      (default: in memory)
  --demo                    create a user with keys and a week of usage to sign in with, and nodes with prices
  --no-billing              leave out the fake Stripe, with which customers pay for plans: no money moves
  --stripe-port PORT        port of the fake Stripe; 0 picks a free port         (default: the next port after these)
  --nodes settings          ask all nodes of the settings     (default: those on this machine, or a local
                            chain node that represents all of a network)
  --secrets FILE            the secrets of those nodes, as JSON: {"NAME": {"headers": {…}}}
  --upstream NETWORK=URL    ask this node, with the methods, limits and cost of the settings' node in its
                            place; repeat it for a network to try several in this order
  --node-in NETWORK=PLACE   the security group or CIDR block of the network's node, if the settings have
                            a vpc                                    (default: the first of vpc.nodes)
  --dynamodb ENGINE         embedded (Linux x64 only) or amazon, which needs Java 17      (default: the one
                            that wrote DIR, otherwise embedded where it runs)
  --config PATH             use these settings instead of those in sluice.config.ts
  --print-env               print the addresses, ids and the demo key of the gateway that runs on --port, as variables
                            for a shell: eval "$(npm start --silent -- --print-env)"
  --verbose                 show every log line, not only warnings and errors
  --help                    show this help

Ctrl-C stops it.
`;

/** The command line is invalid. The message names the option and the problem. */
export class OptionsError extends errorClass('OptionsError', 'invalid_options') {}

/** The security group or CIDR block of networks' nodes. Default: the first of `vpc.nodes`. */
export type NodePlaces = Readonly<Record<string, string>>;

/** Which nodes of the settings a local gateway asks: those on this machine, or all. */
export type NodeSource = 'local' | 'settings';

export type Options = {
  readonly help: boolean;
  readonly verbose: boolean;
  readonly demo: boolean;
  readonly billing: boolean;
  readonly printEnv: boolean;
  readonly port: number;
  /** Default: the next port after `port`. */
  readonly apiPort: number | undefined;
  /** Default: the next port after the user pool's. */
  readonly dashboardPort: number | undefined;
  /** Default: the next port after the dashboard's. */
  readonly stripePort: number | undefined;
  readonly dataDir: string | undefined;
  /** Default: the local runtime chooses. */
  readonly dynamodb: DynamoDbEngineName | undefined;
  /** The path of the settings file. */
  readonly config: string | undefined;
  readonly nodes: NodeSource;
  /** The path of the file with nodes' secrets. */
  readonly secretsFile: string | undefined;
  readonly upstreams: Upstreams;
  readonly nodePlaces: NodePlaces;
};

const flags = {
  port: { type: 'string', default: defaultPort },
  'api-port': { type: 'string' },
  'dashboard-port': { type: 'string' },
  data: { type: 'string' },
  dynamodb: { type: 'string' },
  config: { type: 'string' },
  demo: { type: 'boolean', default: false },
  'no-billing': { type: 'boolean', default: false },
  nodes: { type: 'string', default: 'local' },
  secrets: { type: 'string' },
  'stripe-port': { type: 'string' },
  'print-env': { type: 'boolean', default: false },
  upstream: { type: 'string', multiple: true, default: [] as string[] },
  'node-in': { type: 'string', multiple: true, default: [] as string[] },
  verbose: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/**
 * Reads the command line of `npm start`.
 * @throws {OptionsError}
 */
export function readOptions(args: readonly string[]): Options {
  const options = parse(args);
  const { port, data, config, verbose, help, demo, 'no-billing': noBilling, 'print-env': printEnv } = options;
  if (data === '') throw new OptionsError('--data needs a folder.');
  if (config === '') throw new OptionsError('--config needs the path of a settings file.');
  if (printEnv && args.some((arg) => /^--(?!print-env$|port\b|help$)/.test(arg))) {
    throw new OptionsError('--print-env starts nothing. Use it with --port only.');
  }
  if (options['stripe-port'] !== undefined && noBilling) {
    throw new OptionsError('--stripe-port is the port of the fake Stripe, which --no-billing leaves out.');
  }
  return {
    help,
    verbose,
    demo,
    billing: !noBilling,
    printEnv,
    port: readPort('--port', port),
    apiPort: readOptionalPort('--api-port', options['api-port']),
    dashboardPort: readOptionalPort('--dashboard-port', options['dashboard-port']),
    stripePort: readOptionalPort('--stripe-port', options['stripe-port']),
    dataDir: data,
    dynamodb: readEngine(options.dynamodb),
    config,
    nodes: readNodes(options.nodes),
    secretsFile: options.secrets,
    upstreams: readUpstreams(options.upstream),
    nodePlaces: readPlaces(options['node-in']),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    throw new OptionsError(`${message.split(/\.\s/)[0]}. See npm start -- --help.`);
  }
}

function readPort(flag: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new OptionsError(`${flag} ${text}: must be a number from 0 to 65535.`);
}

const readOptionalPort = (flag: string, text: string | undefined): number | undefined =>
  text === undefined ? undefined : readPort(flag, text);

function readEngine(name: string | undefined): DynamoDbEngineName | undefined {
  if (name === undefined || name === 'embedded' || name === 'amazon') return name;
  throw new OptionsError(`--dynamodb ${name}: must be embedded or amazon.`);
}

function readNodes(source: string): NodeSource {
  if (source === 'local' || source === 'settings') return source;
  throw new OptionsError(`--nodes ${source}: must be local or settings.`);
}

function readUpstreams(given: readonly string[]): Upstreams {
  const upstreams: Record<string, readonly Upstream[]> = {};
  for (const text of given) {
    const [network = '', url = ''] = split(text);
    if (network === '') throw new OptionsError(`--upstream ${text}: name the network, for example devnet=https://….`);
    if (!URL.canParse(url) || !/^https?:\/\//.test(url)) {
      throw new OptionsError(`--upstream ${text}: "${url}" is not an http or https URL.`);
    }
    upstreams[network] = [...(upstreams[network] ?? []), { url }];
  }
  return upstreams;
}

function readPlaces(given: readonly string[]): NodePlaces {
  const places = given.map((text): [string, string] => {
    const [network = '', place = ''] = split(text);
    if (network !== '' && (/^sg-[\da-f]+$/.test(place) || isRange(place))) return [network, place];
    throw new OptionsError(
      `--node-in ${text}: must be a network and its security group or CIDR block, for example devnet=10.0.0.0/16.`,
    );
  });
  return Object.fromEntries(places);
}

// At the first equals sign: a URL may contain more.
const split = (text: string): string[] =>
  text.includes('=') ? [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)] : [text];
