import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { launchProgram } from '../../support/launch-program.ts';

const program = fileURLToPath(new URL('../../../bin/start.ts', import.meta.url));

const run = promisify(execFile);

const launch = (args: string[], env = process.env) => launchProgram(program, args, { env });

const start = (...args: string[]) => launch(args).ended;

describe('npm start', () => {
  test('--help explains itself and starts nothing', async () => {
    const { stdout, stderr, status } = await start('--help');
    expect([stderr, status]).toEqual(['', 0]);
    expect(stdout).toContain('--upstream NETWORK=URL');
  });

  test.each([
    [['--bogus'], "Unknown option '--bogus'. See npm start -- --help.\n"],
    [['--upstream', 'devnet=nope'], '--upstream devnet=nope: "nope" is not an http or https URL.\n'],
    [['--port', '0', '--data', '/proc/sluice/data'], 'The data folder /proc/sluice/data cannot be written.\n'],
    [['--port', '0', '--data', program], `The data folder ${program} cannot be written.\n`],
  ])('%j ends with one line and status 1', async (args, stderr) => {
    expect(await start(...args)).toEqual({ stdout: '', stderr, status: 1 });
  });

  test('a port that is taken ends it with one line before anything is started', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const { stdout, stderr, status } = await start('--port', port);
    server.close();
    expect([stdout, status]).toEqual(['', 1]);
    expect(stderr).toMatch(new RegExp(`^Port ${port} is in use\\. .+\n$`));
  });

  test('without Java says what to install, when everything else is stopped again', async () => {
    const environment = { ...process.env, JAVA_HOME: '/nowhere' };
    const { stderr, status } = await launch(['--port', '0'], environment).ended;
    expect(status).toBe(1);
    expect(stderr).toMatch(/^\/nowhere\/bin\/java cannot be run .+ needs Java 17 or later\. .+\n$/);
  }, 60_000);

  test('prints curl lines that work, a code for who signs up, and Ctrl-C leaves no process behind', async () => {
    const { child, ended, line } = launch(['--port', '0']);
    const curl = await line(/^(curl .+)\n/m);
    const { stdout: answer } = await run('sh', ['-c', curl]);
    expect(answer).toBe('{"jsonrpc":"2.0","id":1,"result":"ok"}\n');
    const page = await fetch(await line(/^ {2}dashboard +(http:\S+)\n/m));
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html']);
    await run('sh', ['-c', await line(/^(curl .+SignUp.+)\n/m)]);
    expect(await line(/^user-pool: Mail to you@example\.com\n[\s\S]+? code is (.+)\n/m)).toMatch(/^\d{6}\.$/);
    const processes = await descendantsOf(child.pid);
    expect(processes.length).toBeGreaterThanOrEqual(4);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ status: 0, stderr: '' });
    expect(processes.filter(isAlive)).toEqual([]);
  }, 60_000);
});

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
