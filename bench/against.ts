import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { bundle } from './bundle.ts';
import { cpuTime } from './cpu-time.ts';
import { variablesOf } from './deployed.ts';
import { median } from './median.ts';
import { numeral } from './numeral.ts';
import { ratios } from './ratios.ts';
import { interleave } from './rounds.ts';
import { startServer } from './start-server.ts';
import { startStub } from './start-stub.ts';

const help = `Compares the processor time of the proxy with that of an earlier commit, side by side in one run.

  npm run bench:against -- REVISION
`;

const repository = fileURLToPath(new URL('..', import.meta.url));
const rounds = { warmUp: 4, counted: 11 };
const callsPerRound = 300;

type Call = () => Promise<unknown>;

const eventOf = (method: string, params: readonly unknown[] = [], acceptEncoding?: string) => ({
  routeKey: 'POST /',
  headers: { 'content-type': 'application/json', ...(acceptEncoding && { 'accept-encoding': acceptEncoding }) },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  isBase64Encoded: false,
  requestContext: { authorizer: { lambda: { keyId: 'key', accountId: 'account', planId: 'scale' } } },
});

const events = {
  'a read': eventOf('getSlot'),
  'a write': eventOf('sendTransaction', ['AQ==']),
  'an answer of 10 KB': eventOf('getProgramAccounts', [10_240]),
  'an answer of 10 KB, gzip': eventOf('getProgramAccounts', [10_240], 'gzip'),
  'an answer of 1 MB, gzip': eventOf('getProgramAccounts', [1_048_576], 'gzip'),
};

const proxyModule = v.object({
  handler: v.custom<(event: unknown) => Promise<unknown>>((value) => typeof value === 'function'),
});
const succeeded = v.object({ statusCode: v.literal(200) });

/** The proxy of a checkout, bundled as for Lambda; each call must succeed. */
async function loadProxy(checkout: string): Promise<(event: unknown) => Promise<unknown>> {
  const entry = pathToFileURL(join(checkout, 'lambda/data-plane/proxy.ts'));
  const { handler } = v.parse(proxyModule, await import(`${await bundle(entry.href, 'esm')}?${checkout}`));
  return async (event) => v.parse(succeeded, await handler(event));
}

/** Microseconds of processor time for one call. */
const microseconds = (call: Call) => async (): Promise<number> => {
  const milliseconds = await cpuTime(async () => {
    for (let calls = 0; calls < callsPerRound; calls += 1) await call();
  });
  return (milliseconds * 1_000) / callsPerRound;
};

async function compare(earlier: string): Promise<void> {
  const [stub, node] = [await startStub(), await startServer('upstream/node.ts')];
  const upstreams = { UPSTREAMS: JSON.stringify({ mainnet: [{ url: node.url }], devnet: [{ url: node.url }] }) };
  Object.assign(process.env, variablesOf('Proxy'), stub.variables, upstreams);
  const [before, now] = [await loadProxy(earlier), await loadProxy(repository)];
  for (const [name, event] of Object.entries(events)) {
    const taken = await interleave(
      { before: microseconds(() => before(event)), now: microseconds(() => now(event)) },
      rounds,
    );
    const ratio = ratios(taken.now, taken.before).toSorted((a, b) => a - b);
    const [least = 0, most = 0] = [ratio[0], ratio.at(-1)];
    process.stdout.write(
      `${name.padEnd(26)} ${numeral(median(taken.before)).padStart(8)} µs before, ${numeral(median(taken.now)).padStart(8)} µs now: ` +
        `× ${median(ratio).toFixed(3)} (${least.toFixed(3)} to ${most.toFixed(3)}, ${rounds.counted} rounds)\n`,
    );
  }
  stub.stop();
  node.stop();
}

const [revision] = process.argv.slice(2);
if (revision === undefined || revision === '--help') {
  process.stdout.write(help);
} else {
  const earlier = resolve(mkdtempSync(join(tmpdir(), 'sluice-against-')), 'checkout');
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: repository, stdio: 'pipe' });
  git('worktree', 'add', '--detach', earlier, revision);
  symlinkSync(join(repository, 'node_modules'), join(earlier, 'node_modules'));
  try {
    await compare(earlier);
  } finally {
    rmSync(join(earlier, 'node_modules'));
    git('worktree', 'remove', '--force', earlier);
  }
}
