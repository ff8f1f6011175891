import { parseArgs } from 'node:util';
import type { Upstreams } from '../../src/environment.ts';
import { routes } from '../../src/rpc-routes.ts';

export const help = `Serves the whole gateway on this machine, from the template that would be deployed.

  npm start -- [options]

  --port PORT               where the RPC API listens; 0 takes a free port           (default: 8545)
  --api-port PORT           where the management API listens; the user pool listens
                            on the port after it; 0 takes free ports                 (default: the next port)
  --dashboard-port PORT     where the dashboard is served; 0 takes a free port       (default: the one after these)
  --data DIR                keeps tables, users and keys in DIR, for the next start  (default: memory)
  --demo                    makes a user with keys and a week of usage, to sign in with
  --upstream NETWORK=URL    a chain node of yours instead of the one that is started; several for one
                            network are tried in this order  (networks: ${routes.map(({ network }) => network).join(', ')})
  --verbose                 shows every log line, not only warnings and errors
  --help                    prints this

Ctrl-C stops it.
`;

/** The command line is wrong; the message says what and where. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
  readonly code = 'invalid_options';
}

export type Options = {
  readonly help: boolean;
  readonly verbose: boolean;
  readonly demo: boolean;
  readonly port: number;
  /** The next port after `port` where it is not given. */
  readonly apiPort: number | undefined;
  /** The next port after the user pool's where it is not given. */
  readonly dashboardPort: number | undefined;
  readonly dataDir: string | undefined;
  readonly upstreams: Upstreams;
};

const flags = {
  port: { type: 'string', default: '8545' },
  'api-port': { type: 'string' },
  'dashboard-port': { type: 'string' },
  data: { type: 'string' },
  demo: { type: 'boolean', default: false },
  upstream: { type: 'string', multiple: true, default: [] as string[] },
  verbose: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/**
 * Reads the command line of `npm start`.
 * @throws {OptionsError}
 */
export function readOptions(args: readonly string[]): Options {
  const { port, data, upstream, verbose, help, demo, ...ports } = parse(args);
  if (data === '') throw new OptionsError('--data needs a folder.');
  return {
    help,
    verbose,
    demo,
    port: readPort('--port', port),
    apiPort: readOptionalPort('--api-port', ports['api-port']),
    dashboardPort: readOptionalPort('--dashboard-port', ports['dashboard-port']),
    dataDir: data,
    upstreams: readUpstreams(upstream),
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

function readUpstreams(given: readonly string[]): Upstreams {
  const upstreams: Upstreams = {};
  for (const text of given) {
    const [network = '', url = ''] = split(text);
    const known = routes.map((route) => route.network);
    if (!known.includes(network)) {
      throw new OptionsError(`--upstream ${text}: the networks are ${known.join(', ')}, as in ${known[0]}=https://….`);
    }
    if (!URL.canParse(url) || !/^https?:\/\//.test(url)) {
      throw new OptionsError(`--upstream ${text}: "${url}" is not an http or https URL.`);
    }
    upstreams[network] = [...(upstreams[network] ?? []), { url }];
  }
  return upstreams;
}

// At the first equals sign: a URL may hold more of them.
const split = (text: string): string[] =>
  text.includes('=') ? [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)] : [text];
