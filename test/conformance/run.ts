import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { callsOfARun } from './target.ts';

const usage = `npm run conformance -- --url https://… --key slc_…

Holds a deployed stage to the contract of the RPC endpoint and prints a table of the cases. It is safe on production:
it makes some sixty requests, ${callsOfARun} of which count as calls of the key, changes nothing and knows nobody
else's key. Give it a key of its own, of a plan with 50 calls a second or more.

  --url   the address of mainnet (default: SLUICE_URL)
  --key   the key's secret (default: SLUICE_KEY, which keeps it out of the list of processes)

Without an address the cases, and more that need a hand on tables and nodes, are tried on the local runtime.
`;

const repository = fileURLToPath(new URL('../../', import.meta.url));
const jest = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url));

/** Runs jest, and gives its exit status. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest, 'test/conformance/'];
  const child = spawn(process.execPath, [...options, ...args], { cwd: repository, env, stdio: 'inherit' });
  const [status] = await once(child, 'close');
  return typeof status === 'number' ? status : 1;
}

function readOptions() {
  try {
    const options = { url: { type: 'string' }, key: { type: 'string' }, help: { type: 'boolean' } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(2);
  }
}

const { url = process.env.SLUICE_URL, key = process.env.SLUICE_KEY, help } = readOptions();
if (help) {
  process.stdout.write(usage);
} else if (!url) {
  process.exitCode = await run([], process.env);
} else if (!key) {
  process.stderr.write(`${url} requires the secret of a key: give --key, or set SLUICE_KEY.\n`);
  process.exitCode = 2;
} else {
  const deployed = ['--config', 'test/conformance/jest.deployed.config.ts'];
  process.exitCode = await run(deployed, { ...process.env, SLUICE_URL: url, SLUICE_KEY: key });
}
