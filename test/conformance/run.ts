import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { callsOfTheCommand, deployedTarget } from './deployed-target.ts';
import { firstRequest } from './first-request.ts';

const usage = `npm run conformance -- --url https://… --key slc_…
npm run conformance -- --local

Holds a deployed stage to the contract of the RPC endpoint and prints a table of the cases. It is safe on production:
it makes some seventy requests, ${callsOfTheCommand} of which count as calls of the key, changes nothing and knows nobody
else's key. Give it a key of its own, of a plan with 50 calls a second or more. The stage needs Solana networks at the
paths / and /devnet.

  --url    the address of mainnet (default: SLUICE_URL)
  --key    the key's secret (default: SLUICE_KEY, which keeps it out of the list of processes)
  SLUICE_ACCESS_TOKEN: an access token of a user of the stage, for two cases of its user pool, which change nothing
  SLUICE_API_URL and SLUICE_ACCOUNT_TOKEN: the management API and an account token that may manage keys, for one case
           that creates a key and revokes it
  --local  the local runtime with the settings of this repository instead, with more cases, which need a hand on
           tables and nodes

Answers that AWS has not confirmed are printed as "observed" or "different". They never fail the run.

Exit codes: 0 conforms, 1 a case failed, 2 wrong usage, 3 the key is refused, 4 no such endpoint, 5 unreachable.
`;

type Options = { readonly url?: string | undefined; readonly key?: string | undefined; readonly local?: boolean };

const repository = fileURLToPath(new URL('../../', import.meta.url));
const jest = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url));

/** Runs jest, and gives its exit status. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest, 'test/conformance/'];
  const child = spawn(process.execPath, [...options, ...args], { cwd: repository, env, stdio: 'inherit' });
  const [status] = await once(child, 'close');
  return typeof status === 'number' ? status : 1;
}

function fail(exitCode: number, message: string): number {
  process.stderr.write(`${message}\n`);
  return exitCode;
}

async function runLocally(given: Options): Promise<number> {
  if (given.url !== undefined || given.key !== undefined) return fail(2, '--local takes neither --url nor --key.');
  const { SLUICE_URL: _, SLUICE_KEY: __, ...env } = process.env;
  return run([], env);
}

async function runDeployed(given: Options): Promise<number> {
  if (given.url === '' || given.key === '') return fail(2, `--${given.url === '' ? 'url' : 'key'} is empty.`);
  const { url = process.env.SLUICE_URL, key = process.env.SLUICE_KEY } = given;
  if (!url) return fail(2, 'Give the address of a stage with --url, or --local for the local runtime.');
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return fail(2, `${url} is not an address: use https://….`);
  if (!key) return fail(2, `${url} requires the secret of a key: give --key, or set SLUICE_KEY.`);
  const env = { ...process.env, SLUICE_URL: url, SLUICE_KEY: key };
  for (const network of ['mainnet', 'devnet'] as const) {
    const problem = await firstRequest(deployedTarget(env)?.endpoint(network) ?? url, key);
    if (problem) return fail(problem.exitCode, problem.message);
  }
  return run(['--config', 'test/conformance/jest.deployed.config.ts'], env);
}

function readOptions() {
  try {
    const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
    return parseArgs({ options: { url: text, key: text, local: flag, help: flag } }).values;
  } catch (error) {
    return fail(2, `${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

const options = readOptions();
if (typeof options === 'number') process.exitCode = options;
else if (options.help) process.stdout.write(usage);
else process.exitCode = await (options.local ? runLocally(options) : runDeployed(options));
