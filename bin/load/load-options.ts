import { parseArgs } from 'node:util';
import { isRead } from '../../src/chains/chain.ts';
import { chains } from '../../src/chains/chains.ts';
import { isWellFormedSecret } from '../../src/keys/secret.ts';
import { UsageError } from '../command-errors.ts';

/** The most calls of one run: $0.21 at $3.52 per million (docs/performance.md). */
const maxCalls = 60_000;
const maxRps = 1_000;
const maxSeconds = 600;

export const help = `Sends a bounded load of reads to a stage, and checks that its limits are exact.

  npm run load -- --url URL --rps N --seconds S [options]

  --url URL            address of a network's endpoint: https, or http on this machine
  --rps N              calls a second, 1 to ${maxRps}
  --seconds S          1 to ${maxSeconds}; at most ${maxCalls} calls in all
  --key-from-env NAME  environment variable with the key's secret   (default: RPC_API_KEY)
  --key -              read the secret from standard input
  --key SECRET         not recommended: other users of this machine can see it
  --method METHOD      a read without parameters                    (default: getHealth)
  --json               print one line of JSON

Each call counts against the key's limits and costs what a call costs. Use a key of its own: other calls of the same key
make the check less strict. Calls are sent at fixed times, whether or not earlier ones are answered; latency is measured
from those times. Ctrl-C ends the run and prints what there is.

Exit codes: 0 the limits are exact and nine of ten calls that no limit refused succeeded, 1 not so or interrupted, 2 wrong
usage, 3 the key is refused, 4 nothing at this address, 5 unreachable.
`;

const flags = {
  url: { type: 'string' },
  rps: { type: 'string' },
  seconds: { type: 'string' },
  key: { type: 'string' },
  'key-from-env': { type: 'string' },
  method: { type: 'string', default: 'getHealth' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export type LoadOptions = {
  readonly url: string;
  readonly rps: number;
  readonly seconds: number;
  readonly secret: string;
  readonly method: string;
  readonly json: boolean;
  /** The secret was an argument, so the list of processes shows it. */
  readonly isKeyVisible: boolean;
};

export type LoadSources = {
  readonly environment: NodeJS.ProcessEnv;
  readonly readStandardInput: () => Promise<string>;
};

/**
 * Reads the command line. Returns undefined for --help.
 * @throws {UsageError}
 */
export async function readLoadOptions(args: readonly string[], sources: LoadSources): Promise<LoadOptions | undefined> {
  const values = parse(args);
  if (values.help) return undefined;
  const empty = Object.entries(values).find(([, value]) => value === '');
  if (empty) throw new UsageError(`--${empty[0]} is empty. Is a variable not set?`);
  const rps = readCount('rps', values.rps, maxRps);
  const seconds = readCount('seconds', values.seconds, maxSeconds);
  if (rps * seconds > maxCalls) {
    throw new UsageError(
      `--rps ${rps} for --seconds ${seconds} are ${rps * seconds} calls. One run sends at most ${maxCalls}, so that a ` +
        `typing error costs little. Use at most ${Math.floor(maxCalls / rps)} seconds.`,
    );
  }
  const url = readUrl(values.url);
  const method = readMethod(values.method);
  const { key, json } = values;
  return {
    url,
    rps,
    seconds,
    method,
    json,
    secret: await readSecret(values, sources),
    isKeyVisible: !!key && key !== '-',
  };
}

type Values = ReturnType<typeof parse>;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readCount(name: string, text: string | undefined, most: number): number {
  if (text === undefined) throw new UsageError(`--${name} is missing. See --help.`);
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= most) return count;
  throw new UsageError(`--${name} ${text}: must be a whole number from 1 to ${most}.`);
}

const ownHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Names below `localhost` are this machine, too (RFC 6761). */
const isThisMachine = (host: string): boolean => ownHosts.has(host) || host.endsWith('.localhost');

function readUrl(text: string | undefined): string {
  if (text === undefined) throw new UsageError('--url is missing. See --help.');
  const url = URL.parse(text);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname))) return url.href;
  throw new UsageError(`--url ${text}: must be an https URL, because the key's secret is sent to it.`);
}

function readMethod(method: string): string {
  if (Object.values(chains).some((chain) => isRead(chain, method))) return method;
  throw new UsageError(`--method ${method}: is not a read of a chain. Use for example getHealth or eth_blockNumber.`);
}

async function readSecret(
  { key, 'key-from-env': name }: Values,
  { environment, readStandardInput }: LoadSources,
): Promise<string> {
  if (key !== undefined && name !== undefined) throw new UsageError('Use either --key or --key-from-env.');
  const variable = name ?? 'RPC_API_KEY';
  const secret = key === '-' ? (await readStandardInput()).trim() : (key ?? environment[variable] ?? '');
  if (secret === '') {
    throw new UsageError(
      key === '-' ? 'Standard input contains no secret.' : `The variable ${variable} is not set. Set it to the secret.`,
    );
  }
  if (!isWellFormedSecret(secret)) throw new UsageError('The secret is malformed. Is it complete?');
  return secret;
}
