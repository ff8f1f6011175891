import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { withCaFiles } from './ca-files.ts';
import { ConfigurationError } from './configuration-error.ts';
import { withLogo } from './logo.ts';
import { type EffectiveSettings, parseSettings } from './settings.ts';

export type SettingsSource = {
  /** The path of the settings file. Default: the environment variable SLUICE_CONFIG, else sluice.config.ts of the repository. */
  readonly file?: string | undefined;
  /** The stage's name, for a file that exports a function of it. */
  readonly stage: string;
  /** Settings that replace those of the file; see {@link contextSettings}. */
  readonly replaced?: Readonly<Record<string, unknown>>;
};

/** Commands end with another exit code than for wrong settings. */
class SettingsNotFoundError extends ConfigurationError {
  override readonly name = 'SettingsNotFoundError';
}

const defaultFile = fileURLToPath(new URL('../../sluice.config.ts', import.meta.url));

/** The absolute path of the settings file. @throws {ConfigurationError} if there is no such file */
export function settingsFileOf(file: string | undefined = process.env.SLUICE_CONFIG): string {
  if (file === undefined) return defaultFile;
  const path = resolve(file);
  if (file !== '' && existsSync(path) && statSync(path).isFile()) return path;
  throw new SettingsNotFoundError(
    `There is no settings file ${file === '' ? '""' : path}. Give the path of one (-c config=PATH, --config PATH or ` +
      'SLUICE_CONFIG), or copy sluice.config.ts.',
  );
}

/**
 * Loads and checks the settings. The file is a module whose default export is the settings, or a function that returns
 * them for a stage; or it is JSON.
 * @throws {ConfigurationError} naming every problem with its path
 */
export async function loadSettings({ file, stage, replaced = {} }: SettingsSource): Promise<EffectiveSettings> {
  const path = settingsFileOf(file);
  const given = await read(path, stage);
  const value = v.is(v.record(v.string(), v.unknown()), given) ? replaceSettings(given, replaced) : given;
  const settings = withLogo(parseSettings(value, path), dirname(path), path);
  return withCaFiles(settings, dirname(path), path);
}

async function read(path: string, stage: string): Promise<unknown> {
  try {
    if (path.endsWith('.json')) return JSON.parse(readFileSync(path, 'utf8'));
    const { default: exported } = await import(pathToFileURL(path).href);
    if (exported === undefined) throw new Error('it has no default export. Begin it with: export default {');
    return typeof exported === 'function' ? await exported(stage) : exported;
  } catch (error) {
    throw new ConfigurationError(`The settings file ${path} cannot be loaded: ${loadProblem(error, path)}`, {
      cause: error,
    });
  }
}

function loadProblem(error: unknown, path: string): string {
  if (!(error instanceof SyntaxError)) return error instanceof Error ? error.message : String(error);
  // Node writes the place of a syntax error above the message, in the stack only.
  const [, line] = /^\S+:(\d+)\n/.exec(error.stack ?? '') ?? [];
  const problem = `${line ? `line ${line}: ` : ''}${error.message}`;
  if (!/^(Unexpected token 'export'|Cannot use import statement)/.test(error.message)) return problem;
  const module = basename(path).replace(/\.\w+$/, path.endsWith('.js') ? '.mjs' : '.mts');
  return `${problem}. The folder's package.json has "type": "commonjs": rename the file to ${module}.`;
}

/** Context values of the CDK that replace the setting of the same name. */
const replaceable = [
  'upstreams',
  'alarmEmail',
  'operations',
  'domains',
  'budget',
  'lambdaConcurrency',
  'requestsPerSecond',
  'capacity',
  'vpc',
] as const;

/**
 * Reads the context values that replace settings. With `-c` they are strings, so objects are JSON.
 * @throws {ConfigurationError} for a text that begins like JSON but is not
 */
export const contextSettings = (contextValue: (name: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    replaceable.flatMap((name) => {
      const value = contextValue(name);
      return value === undefined ? [] : [[name, fromCommandLine(name, value)]];
    }),
  );

function fromCommandLine(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*([[{]|[\d.]+\s*$)/.test(value)) return value;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), value);
  if (parsed.success) return parsed.output;
  throw new ConfigurationError(
    `The context value "${name}" is not JSON: ${value}. On the command line, put it in quotes: -c ${name}='{…}'.`,
  );
}

const namedNetworks = v.array(v.looseObject({ network: v.string() }));

/** `upstreams` holds the nodes of networks by name; every other value replaces the whole setting. */
function replaceSettings(
  settings: Readonly<Record<string, unknown>>,
  { upstreams, ...others }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const replaced = { ...settings, ...others };
  const { networks } = settings;
  // Wrong networks are reported with the other problems of the file.
  if (upstreams === undefined || !v.is(namedNetworks, networks)) return replaced;
  const nodes = v.safeParse(v.record(v.string(), v.unknown()), upstreams);
  const unknown = Object.keys(nodes.output ?? {}).filter((name) => networks.every(({ network }) => network !== name));
  if (!nodes.success || unknown.length > 0) {
    const known = networks.map(({ network }) => network).join(', ');
    throw new ConfigurationError(
      `The context value "upstreams" must be an object with lists of nodes by network. Networks: ${known}.`,
    );
  }
  return {
    ...replaced,
    networks: networks.map((network) => ({
      ...network,
      ...(Object.hasOwn(nodes.output, network.network) && { upstreams: nodes.output[network.network] }),
    })),
  };
}
