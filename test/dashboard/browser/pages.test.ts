import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../support/browser.ts';
import { startTestRuntime, type TestRuntime } from '../../support/test-runtime.ts';
import { testChains } from './cases/chains.cases.ts';
import { testDegraded } from './cases/degraded.cases.ts';
import { testEndpoints } from './cases/endpoints.cases.ts';
import { testFailures } from './cases/failures.cases.ts';
import { testFrontForms } from './cases/front-forms.cases.ts';
import { testHistory } from './cases/history.cases.ts';
import { testKeyNotices } from './cases/key-notices.cases.ts';
import { testKeys } from './cases/keys.cases.ts';
import { testWithoutPlan } from './cases/no-active-plan.cases.ts';
import { testOnboarding } from './cases/onboarding.cases.ts';
import { testOpenStates } from './cases/open-states.cases.ts';
import { testPageLooks } from './cases/page-looks.cases.ts';
import { testPlan } from './cases/plan.cases.ts';
import { testPreferences } from './cases/preferences.cases.ts';
import { testShell } from './cases/shell.cases.ts';
import { testSignUpPolicy } from './cases/sign-up-policy.cases.ts';
import { testTokens } from './cases/tokens.cases.ts';
import { testUsage } from './cases/usage.cases.ts';
import { testWrongClock } from './cases/wrong-clock.cases.ts';
import { usualLook, wear } from './looks.ts';
import { signIn } from './sign-in.ts';
import type { SignedIn } from './signed-in.ts';
import { openByLink, type Visit, visit } from './visit.ts';

// Everything that one runtime with the demo user's data can show: to start it costs as much as dozens of tests.

let world: TestRuntime;
let browser: Browser;
let opened: Visit;
let page: Page;
let keyId: string;
const signedIn = (): SignedIn => ({ world, browser, opened, keyId });

beforeAll(async () => {
  [world, browser] = await Promise.all([startTestRuntime({}, { demoUser: true }), launchBrowser()]);
  const { runtime } = world;
  await runtime.drained();
  // What the status page shows.
  await runtime.runScheduled();
  await runtime.runScheduled();
  opened = await visit(browser, runtime.dashboardUrl);
  page = opened.page;
  const keys = page.waitForResponse(/\/v1\/keys(\?|$)/);
  await signIn(page, runtime.demoUser ?? { email: '', password: '' });
  keyId = (await (await keys).json()).keys[0].keyId;
});
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});
/** A test that failed may have left the tab offline, or answers of its own. */
beforeEach(async () => {
  await page.context().setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await wear(page, usualLook);
});

const open = async (path: string) => {
  await openByLink(page, world.runtime.dashboardUrl + path);
};

describe('pages', () => testPageLooks(signedIn));
describe('open states', () => testOpenStates(signedIn));
describe('preferences of the system', () => testPreferences(signedIn));
describe('the endpoints', () => testEndpoints(signedIn));
describe('chains and networks', () => testChains(signedIn));
describe('the plan', () => testPlan(signedIn));
describe('the shell', () => testShell(signedIn));
describe('when something is wrong', () => testFailures(signedIn));
describe('when answers are wrong or late', () => testDegraded(signedIn));
describe('in a browser with a wrong clock', () => testWrongClock(signedIn));
describe('what is said of keys', () => testKeyNotices(signedIn));
describe('the forms before the sign-in', () => testFrontForms(signedIn));
describe('a new customer', () => testOnboarding(signedIn));
describe('history', () => testHistory(signedIn));
describe('keys', () => testKeys(signedIn));
describe('account tokens', () => testTokens(signedIn));
describe('usage', () => testUsage(signedIn));
describe('where not everybody can sign up', () => testSignUpPolicy(signedIn));

test('the figures by method are exported as a CSV file with a row for each', async () => {
  await open('/usage');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV, by method' }).click(),
  ]);
  const saved = await text(await file.createReadStream());
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(saved).toMatch(/^method,/);
  expect(saved).toMatch(/^getAccountInfo,\d+,/m);
});

// The last: the account has another plan afterwards.
describe('without an active plan', () => testWithoutPlan(signedIn));
