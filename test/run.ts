import { spawn, spawnSync } from 'node:child_process';
import { fetchTools } from './tools/fetch-tools.ts';
import { jest, listTests } from './tools/list-tests.ts';
import { type MissingTool, variablesOf } from './tools/missing-tools.ts';
import { tools } from './tools/tools.ts';

// npm test: fetches what the tests need and npm does not bring, and runs jest. Arguments are jest's, --install, and
// Node's --inspect, --inspect-brk and --inspect-wait.

/** Everything else passed, but tests did not run whose tool could have been installed, and CI=true. */
const notAllRan = 3;

const isCi = process.env.CI === 'true';
const isDebianRoot = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
const say = (line: string) => process.stderr.write(`${line}\n`);

const mayInstall = isDebianRoot && (isCi || process.argv.includes('--install'));
const given = process.argv.slice(2).filter((arg) => arg !== '--install');

/** Of Node: --inspect-brk stops where jest starts. */
const inspection = given.filter((arg) => /^--inspect(-brk|-wait)?(=|$)/.test(arg));
const chosen = given.filter((arg) => !inspection.includes(arg));
/** A debugger is attached to one process, so that all tests must run in it. */
const args = inspection.length > 0 ? ['--runInBand', ...chosen] : chosen;

function runJest(missing: readonly MissingTool[]): Promise<number> {
  const env = { ...process.env, ...variablesOf(missing) };
  const child = spawn(process.execPath, [...inspection, ...jest, ...args], { stdio: 'inherit', env });
  // A terminal sends Ctrl-C to both; jest then ends by itself.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1))));
}

function summary(missing: readonly MissingTool[]): string {
  const lines = missing.map(({ name, reason, files }) => {
    const { use = '', debian = '', byHand } = tools.find((tool) => tool.name === name) ?? {};
    const count = files.length === 1 ? files[0] : `${files.length} test files`;
    const command = isDebianRoot ? 'npm test -- --install' : `sudo apt-get install ${debian}`;
    return `  ${name}: tests that ${use} (${count}). Reason: ${reason}. To run them, ${byHand ?? `type: ${command}`}`;
  });
  return ['\nNot run, because tools are missing; everything else has run:', ...lines, ''].join('\n');
}

const missing = await fetchTools({ tools, tests: async () => listTests(args), mayInstall, say });
const code = await runJest(missing);
if (missing.length > 0) say(summary(missing));
const isInstallable = ({ name }: MissingTool) => tools.some((tool) => tool.name === name && tool.debian !== undefined);
process.exitCode = code === 0 && isCi && missing.some(isInstallable) ? notAllRan : code;
