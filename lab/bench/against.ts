import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { mintSecret } from '../../src/keys/secret.ts';
import { pause } from '../../src/time.ts';
import { type Authority, makeAuthority, trust } from './authority.ts';
import { bundle, functionFile } from './bundle.ts';
import { settingsWithNode } from './bundle-settings.ts';
import { prepareCheckout, type Start } from './cold-start/start-process.ts';
import { variablesOf } from './deployed.ts';
import { cpuTime } from './processor-time.ts';
import { numeral } from './report-format.ts';
import { interleave } from './rounds.ts';
import { startServer, startStub } from './start-server.ts';
import { median, ratios } from './statistics.ts';

const help = `Compares processor time with that of an earlier commit, in turn in one run and over HTTPS: cold starts of authorizer and
proxy, and calls of a warm proxy.

  npm run lab -- against REVISION [NAME]

  NAME   measures only what has this in its name, such as batch
`;

const repository = fileURLToPath(new URL('../..', import.meta.url));
const rounds = { warmUp: 4, counted: 11 };
const coldRounds = { warmUp: 1, counted: 25 };
const callsPerRound = 300;

type Call = () => Promise<unknown>;

const callOf = (id: number, method: string, params: readonly unknown[] = []) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

const secret = mintSecret();

const eventOf = (calls: object, acceptEncoding?: string) => ({
  rawPath: '/',
  headers: {
    'x-api-key': secret,
    'content-type': 'application/json',
    ...(acceptEncoding && { 'accept-encoding': acceptEncoding }),
  },
  body: JSON.stringify(calls),
  isBase64Encoded: false,
  // For earlier commits, whose proxy did not read the key.
  requestContext: { authorizer: { lambda: { keyId: 'key', accountId: 'account', planId: 'scale' } } },
});

const events = {
  'a read': eventOf(callOf(1, 'getSlot')),
  'a write': eventOf(callOf(1, 'sendTransaction', ['AQ=='])),
  'a batch of 100': eventOf(Array.from({ length: 100 }, (_, id) => callOf(id, 'getSlot'))),
  '10 KB of small objects': eventOf(callOf(1, 'getProgramAccounts', [10_240])),
  '10 KB of small objects, gzip': eventOf(callOf(1, 'getProgramAccounts', [10_240]), 'gzip'),
  '1 MB of data in base64': eventOf(callOf(1, 'getMultipleAccounts', [1_000_000])),
  '1 MB of small objects': eventOf(callOf(1, 'getProgramAccounts', [1_000_000])),
  '1 MiB of data in base64': eventOf(callOf(1, 'getMultipleAccounts', [1_048_576])),
  '1 MiB of small objects': eventOf(callOf(1, 'getProgramAccounts', [1_048_576])),
  '1 MB of small objects, gzip': eventOf(callOf(1, 'getProgramAccounts', [1_000_000]), 'gzip'),
};

const proxyModule = v.object({
  handler: v.custom<(event: unknown) => Promise<unknown>>((value) => typeof value === 'function'),
});
const hasSucceeded = v.object({ statusCode: v.literal(200) });

/** A busy machine is no outage of DynamoDB. */
const patience = { CALL_PATIENCE: '10' };

/** A machine that pauses for two seconds opens no connection to the node in time: 502. */
const triesPerCall = 3;

/** Loads the proxy of a checkout, bundled as for Lambda. @throws for a call that fails however often it is sent */
async function loadProxy(checkout: string): Promise<(event: unknown) => Promise<unknown>> {
  const entry = functionFile(pathToFileURL(`${checkout}/`), 'proxy');
  const { handler } = v.parse(proxyModule, await import(`${await bundle(entry.href, 'esm')}?${checkout}`));
  return async (event) => {
    let answer: unknown;
    for (let tries = 0; tries < triesPerCall; tries += 1) {
      answer = await handler(event);
      if (v.is(hasSucceeded, answer)) return answer;
      process.stderr.write(`sent again: ${checkout} answered ${shown(answer)}\n`);
      // A key whose calls could not be counted is refused until the second ends.
      await pause(1_000);
    }
    throw new Error(`${checkout} answered ${shown(answer)}`);
  };
}

const shown = (answer: unknown): string => JSON.stringify(answer).slice(0, 1_000);

/** Microseconds of processor time for one call. */
const microseconds = (call: Call) => async (): Promise<number> => {
  const milliseconds = await cpuTime(async () => {
    for (let calls = 0; calls < callsPerRound; calls += 1) await call();
  });
  return (milliseconds * 1_000) / callsPerRound;
};

/** Commits before settings.json read the nodes from it. */
const nodeVariable = (url: string) => ({ UPSTREAMS: JSON.stringify({ mainnet: [{ url }], devnet: [{ url }] }) });

async function compareCold(earlier: string, authority: Authority): Promise<void> {
  const stub = await startStub(authority);
  const prepare = (checkout: string, name: string) =>
    prepareCheckout(pathToFileURL(`${checkout}/`), name, { ...stub.variables, ...nodeVariable(stub.nodeUrl) });
  const [before, now] = [await prepare(earlier, 'before'), await prepare(repository, 'now')];
  const microseconds = (start: Start) => async () => (await start()).cpuMs * 1_000;
  for (const name of ['authorizer', 'proxy'] as const) {
    const measurements = { before: microseconds(before[name]), now: microseconds(now[name]) };
    print(`cold start, ${name}`, await interleave(measurements, coldRounds));
  }
  stub.stop();
}

async function compareWarm(earlier: string, authority: Authority, only: string): Promise<void> {
  trust(authority);
  const [stub, node] = [await startStub(authority), await startServer('upstream/node.ts', authority.server)];
  Object.assign(
    process.env,
    patience,
    variablesOf('Proxy'),
    stub.variables,
    settingsWithNode(node.url),
    nodeVariable(node.url),
  );
  const [before, now] = [await loadProxy(earlier), await loadProxy(repository)];
  for (const [name, event] of Object.entries(events).filter(([each]) => each.includes(only))) {
    const measurements = { before: microseconds(() => before(event)), now: microseconds(() => now(event)) };
    print(name, await interleave(measurements, rounds));
  }
  stub.stop();
  node.stop();
}

function print(name: string, { before, now }: Readonly<Record<'before' | 'now', readonly number[]>>): void {
  const ratio = ratios(now, before).toSorted((a, b) => a - b);
  const [least = 0, most = 0] = [ratio[0], ratio.at(-1)];
  process.stdout.write(
    `${name.padEnd(26)} ${numeral(median(before)).padStart(8)} µs before, ${numeral(median(now)).padStart(8)} µs now: ` +
      `× ${median(ratio).toFixed(3)} (${least.toFixed(3)} to ${most.toFixed(3)}, ${ratio.length} rounds)\n`,
  );
}

const [revision, only = ''] = process.argv.slice(2);
if (revision === undefined || revision === '--help') {
  process.stdout.write(help);
} else {
  const earlier = resolve(mkdtempSync(join(tmpdir(), 'sluice-against-')), 'checkout');
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: repository, stdio: 'pipe' });
  git('worktree', 'add', '--detach', earlier, revision);
  symlinkSync(join(repository, 'node_modules'), join(earlier, 'node_modules'));
  try {
    const authority = makeAuthority();
    if (only === '') await compareCold(earlier, authority);
    await compareWarm(earlier, authority, only);
  } finally {
    rmSync(join(earlier, 'node_modules'));
    git('worktree', 'remove', '--force', earlier);
  }
}
