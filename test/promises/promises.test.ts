import { afterAll, beforeAll, describe } from '@jest/globals';
import { GitHubSigner } from '../leaks/github-signer.ts';
import { type KeyList, serveKeyList } from '../leaks/key-list.ts';
import { type SettingsFile, settingsWith } from '../support/settings-file.ts';
import { fourProcesses, startTestRuntime, type TestRuntime } from '../support/test-runtime.ts';
import { hammerCases } from './hammer.cases.ts';
import { kitCases } from './kit.cases.ts';
import { leakCases } from './leaks.cases.ts';
import { managementCases } from './management.cases.ts';
import { pollingCases } from './polling.cases.ts';
import { proxyCases } from './proxy.cases.ts';
import { rotationCases } from './rotation.cases.ts';
import { tallyCases } from './tally.cases.ts';

const gitHub = new GitHubSigner();
let keyList: KeyList;
let settings: SettingsFile;
let running: TestRuntime;
beforeAll(async () => {
  keyList = await serveKeyList([gitHub]);
  const leakedKeys = { byGitHub: 'revoke', gitHubKeysUrl: keyList.url };
  settings = settingsWith({ secretPrefix: 'acme', leakedKeys });
  running = await startTestRuntime({}, { config: settings.path, makeFunction: fourProcesses });
});
afterAll(async () => {
  await running?.stop();
  keyList?.stop();
  settings?.remove();
});

describe('with real chain nodes', () => kitCases(() => running));
describe('the management API', () => managementCases(() => running));
describe('programs that poll', () => pollingCases(() => running));
describe('leaked keys', () => leakCases(() => ({ ...running, gitHub, keyList })));
describe('a rotated key', () => rotationCases(() => running));
describe('sluice-cdk proxy', () => proxyCases(() => running));
describe('tallies', () => tallyCases(() => running));
describe('a key under fire', () => hammerCases(() => running));
