import { showHiddenCharacters } from '../../src/schema.ts';
import { exitCodes } from '../command-errors.ts';
import type { Commands } from './command.ts';
import { nodesOfOtherChains } from './node-chains.ts';

export const configCommands: Commands = {
  'config check': {
    args: [],
    summary: 'check the settings file and the chains of its nodes, and print the settings with every default',
    run: async (_, { loadSettings, warn }) => {
      const settings = await loadSettings();
      const wrong = await nodesOfOtherChains(settings.networks);
      for (const line of wrong) warn(`${showHiddenCharacters(line)}\n`);
      const lines = JSON.stringify(settings, null, 2).split('\n');
      return {
        documents: [settings],
        text: lines.map((line) => `${showHiddenCharacters(line)}\n`).join(''),
        exitCode: wrong.length > 0 ? exitCodes.failed : exitCodes.done,
      };
    },
  },
};
