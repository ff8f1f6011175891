import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ConfigurationError, wrongSettings } from './configuration-error.ts';
import type { EffectiveSettings } from './settings.ts';

const maxLogoBytes = 200_000;

/**
 * The settings with the absolute path of the logo, if there is one.
 * @param folder that a relative path begins at
 * @param source for the message, for example the settings file's path
 * @throws {ConfigurationError} if the file is missing or too large
 */
export function withLogo(settings: EffectiveSettings, folder: string, source: string): EffectiveSettings {
  const { service } = settings;
  if (service.logo === undefined) return settings;
  const logo = resolve(folder, service.logo);
  const file = statSync(logo, { throwIfNoEntry: false });
  if (!file?.isFile()) throw wrongLogo(source, `there is no file ${logo}`);
  if (file.size > maxLogoBytes) throw wrongLogo(source, `${logo} is larger than ${maxLogoBytes / 1_000} KB`);
  return { ...settings, service: { ...service, logo } };
}

const wrongLogo = (source: string, problem: string): ConfigurationError =>
  wrongSettings(source, [{ path: 'service.logo', message: problem }]);
