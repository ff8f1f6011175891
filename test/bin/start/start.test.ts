import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { genesisHashOf } from '../../../packages/solana-node/network.ts';
import { launchProgram } from '../../support/launch-program.ts';
import { runInHost } from '../../support/program-host.ts';
import { call, post } from '../../support/rpc.ts';
import { settingsWithNetworks } from '../../support/settings-file.ts';

const program = fileURLToPath(new URL('../../../bin/start.ts', import.meta.url));

const metrics = fileURLToPath(new URL('../../../bin/metrics.ts', import.meta.url));

const run = promisify(execFile);

const launch = (args: string[], env = process.env) => launchProgram(program, args, { env });

/** Runs the command where it starts nothing, which needs no process of its own. */
async function start(...args: string[]) {
  const { code, out, err } = await runInHost({
    script: program,
    args,
    cwd: process.cwd(),
    env: process.env,
    input: '',
  });
  return { stdout: out, stderr: err, status: code };
}

const listen = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

/** Takes a port. The port before it is free: the user pool's is the next after the management API's. */
async function takePort(): Promise<{ server: Server; port: number }> {
  const server = await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const before = await listen(port - 1).catch(() => undefined);
  if (before) {
    before.close();
    await once(before, 'close');
    return { server, port };
  }
  server.close();
  return takePort();
}

describe('npm start', () => {
  test('--help explains itself and starts nothing', async () => {
    const { stdout, stderr, status } = await launch(['--help']).ended;
    expect([stderr, status]).toEqual(['', 0]);
    expect(stdout).toContain('--upstream NETWORK=URL');
  });

  test.each([
    [['--bogus'], "Unknown option '--bogus'. See npm start -- --help.\n", 2],
    [['--upstream', 'devnet=nope'], '--upstream devnet=nope: "nope" is not an http or https URL.\n', 2],
    [['--port', '0', '--data', '/proc/sluice/data'], 'The data folder /proc/sluice/data cannot be written.\n', 1],
    [['--port', '0', '--data', program], `The data folder ${program} cannot be written.\n`, 1],
  ])('%j ends with one line and its status', async (args, stderr, status) => {
    expect(await start(...args)).toEqual({ stdout: '', stderr, status });
  });

  test.each([
    ['the RPC API', (port: number) => ['--port', `${port}`]],
    ['the user pool', (port: number) => ['--port', '0', '--api-port', `${port - 1}`]],
    ['the dashboard', (port: number) => ['--port', '0', '--dashboard-port', `${port}`]],
    ['the fake Stripe', (port: number) => ['--port', '0', '--stripe-port', `${port}`]],
  ])('a taken port of %s ends it with one line before anything is started', async (service, args) => {
    const { server, port } = await takePort();
    const { stdout, stderr, status } = await start(...args(port));
    server.close();
    expect([stdout, status]).toEqual(['', 1]);
    expect(stderr).toMatch(new RegExp(`^Port ${port}, for ${service}, is in use\\. .+\n$`));
  });

  test('--print-env without a gateway says so, with status 5', async () => {
    const { stdout, stderr, status } = await start('--print-env', '--port', '1');
    expect([stdout, status]).toEqual(['', 5]);
    expect(stderr).toMatch(/^No local gateway is running on port 1\. .+\n$/);
  });

  test('with Amazon’s DynamoDB, but without Java, says what to install, when everything else is stopped again', async () => {
    const environment = { ...process.env, JAVA_HOME: '/nowhere' };
    const { stderr, status } = await launch(['--port', '0', '--dynamodb', 'amazon'], environment).ended;
    expect(status).toBe(1);
    expect(stderr).toMatch(/^\/nowhere\/bin\/java cannot be run .+ needs Java 17 or later\. .+\n$/);
  });

  test('ends by SIGINT, as by Ctrl-C, without an error, also if nobody reads its output any more', async () => {
    const { child, ended, line } = launch(['--port', '0']);
    await line(/^(curl .+)\n/m);
    child.stdout?.destroy();
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ status: 0, stderr: '' });
  });

  test('with settings elsewhere, prints lines that work, a code for who signs up, and SIGTERM to npm leaves no process behind', async () => {
    const upstreams = [{ url: 'https://spare.example' }];
    const settings = settingsWithNetworks([{ network: 'spare', chain: 'solana', path: '/spare', upstreams }]);
    const npm = await npmProgram();
    const { child, ended, line } = launchProgram(npm, ['start', '--', '--port', '0', '--config', settings.path]);
    const curl = await line(/^(curl .+)\n/m);
    const { stdout: answer } = await run('sh', ['-c', curl]);
    expect(answer).toBe('{"jsonrpc":"2.0","id":1,"result":"ok"}\n');
    const demoKey = await line(/^Demo key: (slc_\w+)$/m);
    const added = await post(await line(/^ {2}spare +(http\S+)$/m), demoKey, call('getGenesisHash'));
    expect(JSON.parse(added.body).result).toBe(genesisHashOf('spare'));
    const page = await fetch(await line(/^ {2}dashboard +(http:\S+)\n/m));
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html']);
    await run('sh', ['-c', await line(/^(curl .+sign-up.+)\n/m)]);
    expect(await line(/^user-pool: Mail to you@example\.com\n[\s\S]+? is (\w+)\. /m)).toMatch(/^[2-9a-z]{12}$/);
    const [, port = ''] = /127\.0\.0\.1:(\d+)/.exec(curl) ?? [];
    const variables = `eval "$(node ${program} --print-env --port ${port})"`;
    const health = `-H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"getHealth"}'`;
    const own = await run('sh', ['-c', `${variables}; curl -s "$ENDPOINT" -H "X-API-KEY: $RPC_API_KEY" ${health}`]);
    expect(own.stdout).toBe(answer);
    expect((await run(process.execPath, [metrics, '--port', port])).stdout).toMatch(
      /^(Metrics of|No metrics in) the last 5/,
    );
    const processes = await descendantsOf(child.pid);
    expect(processes.length).toBeGreaterThanOrEqual(4);
    const stoppedAt = performance.now();
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ status: 0, stderr: '' });
    // A run of watch, for which it once waited, takes a minute.
    expect(performance.now() - stoppedAt).toBeLessThan(20_000);
    expect(processes.filter(isAlive)).toEqual([]);
    settings.remove();
  });
});

/** The program of npm itself, which passes signals on. */
async function npmProgram(): Promise<string> {
  const { stdout } = await run('sh', ['-c', 'realpath "$(command -v npm)"']);
  return stdout.trim();
}

/** The processes that a process has started, and those that they have. */
async function descendantsOf(pid: number | undefined): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found) found.push(...rows.filter(([, ppid]) => ppid === parent).map(([child]) => child));
  return found.slice(1).filter((child) => child !== undefined);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
