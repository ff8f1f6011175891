import { showHiddenCharacters } from '../../src/schema.ts';
import type { Commands } from './command.ts';

export const configCommands: Commands = {
  'config check': {
    args: [],
    summary: 'check the settings file, and print the settings with every default',
    run: async (_, { loadSettings }) => {
      const settings = await loadSettings();
      const lines = JSON.stringify(settings, null, 2).split('\n');
      return { documents: [settings], text: lines.map((line) => `${showHiddenCharacters(line)}\n`).join('') };
    },
  },
};
