import { ConfigurationError } from '../../../lib/settings/configuration-error.ts';
import { parseSettings, type Settings } from '../../../lib/settings/settings.ts';
import fixedConfig from '../../support/fixed.config.ts';

export const given: Settings = fixedConfig;

/** The problems of the repository's settings with these changes, a line each; none if they are valid. */
export function problemsOf(changes: object): string[] {
  try {
    parseSettings({ ...given, ...changes }, 'test.config.ts');
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const [title, ...lines] = error.message.split('\n');
    if (title !== 'The settings in test.config.ts are wrong:') throw error;
    return lines.map((line) => line.replace(/^ {2}- /, ''));
  }
}
