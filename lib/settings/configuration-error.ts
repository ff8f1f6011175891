import { errorClass } from '../../src/error-class.ts';

/** The settings or the context values do not make a valid stack. The message says what is wrong and how to fix it. */
export class ConfigurationError extends errorClass('ConfigurationError', 'invalid_configuration') {}

/** One wrong setting: its path, for example `plans.1.keys`, and what to do. */
export type SettingsProblem = { readonly path: string; readonly message: string };

/** @param source for the message, for example the file's path */
export function wrongSettings(source: string, problems: readonly SettingsProblem[]): ConfigurationError {
  const lines = problems.map(({ path, message }) => `  - ${path ? `${path}: ` : 'the settings '}${message}.`);
  return new ConfigurationError([`The settings in ${source} are wrong:`, ...lines].join('\n'));
}
