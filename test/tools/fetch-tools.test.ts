import { beforeEach, describe, expect, test } from '@jest/globals';
import { type FetchOptions, fetchTools, filesThatNeed } from './fetch-tools.ts';
import { isAvailable, variablesOf } from './missing-tools.ts';
import { type Tool, tools } from './tools.ts';

const browserTest = 'test/dashboard/browser/account.test.ts';
const otherTest = 'test/plans.test.ts';

let isThere: boolean;
let done: string[];
let said: string[];
beforeEach(() => {
  isThere = false;
  done = [];
  said = [];
});

const makeAvailable = (what: string) => async () => {
  done.push(what);
  isThere = true;
};
const failing = (what: string) => async () => {
  done.push(what);
  throw new Error(`${what} failed`);
};

const browser = (more: Partial<Tool> = {}): Tool => ({
  name: 'Browser',
  use: 'look',
  modules: ['test/support/browser.ts'],
  debian: 'browser',
  check: async () => {
    if (!isThere) throw new Error('it is not installed');
  },
  ...more,
});

const fetchOne = (tool: Tool, more: Partial<FetchOptions> = {}) =>
  fetchTools({
    tools: [tool],
    tests: async () => [browserTest, otherTest],
    mayInstall: false,
    say: (line) => said.push(line),
    install: makeAvailable('package'),
    ...more,
  });

describe('a tool', () => {
  test('that is there is not fetched, and the tests are not even listed', async () => {
    isThere = true;
    const tests = () => Promise.reject(new Error('listed'));
    expect(await fetchOne(browser({ fetch: makeAvailable('download') }), { tests })).toEqual([]);
    expect([done, said]).toEqual([[], []]);
  });

  test('that none of the tests needs is not fetched', async () => {
    const tests = async () => [otherTest];
    expect(await fetchOne(browser({ fetch: makeAvailable('download') }), { tests })).toEqual([]);
    expect(done).toEqual([]);
  });

  test('that a test needs is fetched for the user, with a line that says what and why', async () => {
    expect(await fetchOne(browser({ fetch: makeAvailable('download') }))).toEqual([]);
    expect(done).toEqual(['download']);
    expect(said).toEqual(['Browser is missing, with which tests look: it is fetched for this user …']);
  });

  test('is installed only if that is allowed; otherwise its tests are reported with the reason', async () => {
    const tool = browser({ fetch: failing('download') });
    const missing = { name: 'Browser', reason: 'download failed', files: [browserTest], isForWholeFiles: true };
    expect(await fetchOne(tool)).toEqual([missing]);
    expect(done).toEqual(['download']);
    expect(await fetchOne(tool, { mayInstall: true })).toEqual([]);
    expect(done).toEqual(['download', 'download', 'package']);
  });

  test('that cannot be had is reported with the last reason, and nothing is tried after a failed installation', async () => {
    const options = { mayInstall: true, install: failing('package') };
    const [missing] = await fetchOne(browser({ fetch: failing('download') }), options);
    expect(missing?.reason).toBe('package failed');
    expect(done).toEqual(['download', 'package']);
  });
});

test('tests learn which tools are missing', () => {
  const before = { ...process.env };
  // On a machine with Node alone, it is missing already.
  Object.assign(process.env, variablesOf([]));
  expect(isAvailable('Chromium')).toBe(true);
  const missing = { name: 'Chromium', reason: 'none', files: [], isForWholeFiles: true };
  Object.assign(process.env, variablesOf([missing]));
  const found = [isAvailable('Chromium'), isAvailable('Firefox')];
  // Tests after this one must find it again.
  process.env = before;
  expect(found).toEqual([false, true]);
});

test.each([
  ['DynamoDB', 'test/limits/admissions.test.ts'],
  ['Java', 'test/limits/admissions.test.ts'],
  ['Chromium', browserTest],
  ['Firefox', 'test/dashboard/browser/life.test.ts'],
  ['Python', 'test/examples/clients.test.ts'],
  ['Python', 'test/dashboard/chains/request-code.test.ts'],
  ['Go', 'test/examples/clients.test.ts'],
  ['Rust', 'test/clients/rust/rust-client.night.test.ts'],
])('%s is needed by %s, and by no test of pure functions', (name, file) => {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`${name} is not in tools.ts.`);
  expect(filesThatNeed(tool, [file, otherTest])).toEqual([file]);
});
