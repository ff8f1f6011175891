import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, firefox } from 'playwright-core';
import { findJava } from '../../packages/cdk-local/dynamodb/amazon-engine.ts';
import { chooseEngine } from '../../packages/cdk-local/dynamodb/choose-engine.ts';
import { installedChromium, installedFirefox } from './browsers.ts';
import { gitleaksProgram } from './gitleaks-program.ts';
import { pythonEnvironment } from './python-environment.ts';
import { rustProgram } from './rust-program.ts';

const run = promisify(execFile);

/** A program that some tests need and npm does not bring. */
export type Tool = {
  readonly name: string;
  /** What tests do with it. */
  readonly use: string;
  /** Tests that load one of these modules need it. Paths relative to the repository. */
  readonly modules: readonly string[];
  /** Single tests ask `isAvailable`, and their files run without it. */
  readonly singleTests?: boolean;
  /** @throws if it cannot be used now, which says why */
  readonly check: () => Promise<unknown>;
  /** Fetches it, or what it needs, for this user. @throws if that fails */
  readonly fetch?: () => Promise<unknown>;
  /** The package of Debian. */
  readonly debian?: string;
  /** How to install it where Debian has no package that will do. */
  readonly byHand?: string;
};

const inFolder = (folder: string) => ({ cwd: fileURLToPath(new URL(`../../${folder}`, import.meta.url)) });

/** Downloads a browser of Playwright into the user's cache. */
const download = (browser: string) => () =>
  run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', browser], inFolder('.'));

const mustBeThere = (isThere: boolean) => {
  if (!isThere) throw new Error('it is not installed');
};

export const tools: readonly Tool[] = [
  {
    name: 'DynamoDB',
    use: 'store items in it',
    modules: ['test/support/dynamodb.ts', 'packages/cdk-local/dynamodb/dynamodb.ts'],
    check: () => chooseEngine({ name: '' }),
    debian: 'openjdk-17-jre-headless',
  },
  {
    name: 'Java',
    // They run on the embedded engine.
    singleTests: true,
    use: 'run on Amazon’s DynamoDB Local too',
    modules: [],
    check: () => findJava(),
    debian: 'openjdk-17-jre-headless',
  },
  {
    name: 'Chromium',
    use: 'drive the dashboard',
    modules: ['test/support/browser.ts'],
    check: async () => mustBeThere(installedChromium() !== undefined),
    fetch: download(chromium.name()),
    debian: 'chromium-headless-shell',
  },
  {
    name: 'Firefox',
    use: 'live as a customer in Firefox',
    modules: ['test/dashboard/browser/cases/lives.cases.ts'],
    singleTests: true,
    check: async () => mustBeThere(installedFirefox() !== undefined),
    fetch: download(firefox.name()),
    debian: 'firefox-esr',
  },
  {
    name: 'Python',
    use: 'run the client and other code in Python',
    modules: ['test/examples/client-programs.ts', 'test/support/runnable-code.ts'],
    singleTests: true,
    check: async () => {
      await run('python3', ['--version']);
      mustBeThere(pythonEnvironment.isComplete());
    },
    fetch: pythonEnvironment.make,
    debian: 'python3-venv',
  },
  {
    name: 'Go',
    use: 'run the client in Go',
    modules: ['test/examples/client-programs.ts'],
    singleTests: true,
    check: () =>
      run('go', ['mod', 'download'], { ...inFolder('examples/clients/go'), env: { ...process.env, GOPROXY: 'off' } }),
    fetch: () => run('go', ['mod', 'download'], inFolder('examples/clients/go')),
    debian: 'golang-go',
  },
  {
    name: 'Rust',
    use: 'call with Solana’s official client in Rust',
    modules: ['test/clients/rust/rust-calls.ts'],
    check: async () => mustBeThere(existsSync(rustProgram.path)),
    fetch: rustProgram.build,
    // Debian 12 has Rust 1.63.
    byHand: 'install Rust from https://rustup.rs',
  },
  {
    name: 'Caddy',
    use: 'try its recipe for a proxy',
    modules: ['test/examples/header-proxies.ts'],
    singleTests: true,
    check: () => run('caddy', ['version']),
    debian: 'caddy',
  },
  {
    name: 'nginx',
    use: 'try its recipe for a proxy',
    modules: ['test/examples/header-proxies.ts'],
    singleTests: true,
    check: () => run('nginx', ['-v']),
    debian: 'nginx-light',
  },
  {
    name: 'gitleaks',
    use: 'look for leaked secrets',
    modules: ['test/examples/gitleaks.ts'],
    check: async () => mustBeThere(existsSync(gitleaksProgram.path)),
    fetch: gitleaksProgram.build,
    // Debian 12 has neither gitleaks nor a Go that compiles it.
    byHand: 'install Go 1.24 or later from https://go.dev/dl',
  },
];
