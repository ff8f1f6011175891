import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { changePlan } from '../../../src/accounts/account-plan.ts';
import { Plans } from '../../../src/plans.ts';
import { systemClock } from '../../../src/time.ts';
import rebranded from '../../settings/rebranded.config.ts';
import { launchBrowser, seriousFindings } from '../../support/browser.ts';
import { byOperator } from '../../support/change-requests.ts';
import { startTestRuntime, type TestRuntime } from '../../support/test-runtime.ts';
import { askForCode, password, signUp } from './sign-in.ts';
import { goTo, photograph, untilTrue, type Visit, visit } from './visit.ts';

const config = fileURLToPath(new URL('../../settings/rebranded.config.ts', import.meta.url));
const { service } = rebranded;
const brand = /sluice/i;
const pages = ['/', '/keys', '/endpoints', '/usage', '/history', '/activity', '/plan', '/account'];

let world: TestRuntime;
let browser: Browser;
let ada: Visit;
let page: Page;
let accountId: string;
let authorization: string;
/** The mail to somebody who asks for a second account: a function sends it after the answer. */
const { promise: knownAddressMail, resolve: keepMail } = Promise.withResolvers<string>();
/** The address, headers and body of every answer of the dashboard's origin. */
const answers: string[] = [];

beforeAll(async () => {
  const onLine = ({ line }: { readonly line: string }) => {
    if (/Somebody asked for a new account|"kind":"none"/.test(line)) keepMail(line);
  };
  [world, browser] = await Promise.all([startTestRuntime({}, { config, onLine }), launchBrowser()]);
  const { dashboardUrl, confirmationCode } = world.runtime;
  ada = await visit(browser, 'about:blank');
  page = ada.page;
  page.on('response', (response) => {
    if (response.url().startsWith(dashboardUrl))
      answers.push(`${response.url()} ${JSON.stringify(response.headers())}`);
  });
  // Only once it is finished: the body of an answer that the page left behind never arrives.
  page.on('requestfinished', async (request) => {
    const response = await request.response();
    if (request.url().startsWith(dashboardUrl)) answers.push((await response?.text().catch(() => '')) ?? '');
  });
  await page.goto(dashboardUrl);
  const account = page.waitForResponse(/\/v1\/account$/);
  await signUp(page, 'ada@example.com', confirmationCode);
  authorization = (await (await account).request().allHeaders()).authorization ?? '';
  accountId = (await (await account).json()).accountId;
});
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

/** As a link does, which takes a quarter of a load. */
const open = (path: string) => goTo(page, path);

/** Calls the management API as the signed-in user. */
const call = (method: string, path: string, body?: unknown) =>
  fetch(`${world.runtime.apiUrl}/v1/${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const changeAsOperator = (planId: string) =>
  changePlan(
    { directory: world.directory, plans: new Plans(world.runtime.settings.plans), clock: systemClock },
    byOperator(accountId),
    planId,
  );

describe('the dashboard of a re-branded deployment', () => {
  test.each(pages)('%s has the service’s name and logo, and no other brand', async (path) => {
    await open(path);
    await photograph(page, `${path.slice(1) || 'overview'}-rebranded`);
    expect(await page.title()).toMatch(new RegExp(`· ${service.name}$`));
    expect(await page.content()).not.toMatch(brand);
    const logo = page.getByRole('banner').locator('img');
    expect(await logo.getAttribute('src')).toMatch(/^\/assets\/logo-[0-9a-f]+\.svg$/);
    await untilTrue(page, "document.querySelector('header img').naturalWidth > 0");
  });

  test('leads to the service’s support', async () => {
    await page.getByText('Help', { exact: true }).click();
    const support = page.getByRole('list', { name: 'Help' }).getByRole('link', { name: 'Contact support' });
    expect(await support.getAttribute('href')).toBe(service.support);
  });

  test('offers its plans by their own names and prices, and only the open ones', async () => {
    await open('/plan');
    const offered = page.getByRole('listitem').getByRole('heading', { level: 2 });
    expect(await offered.allInnerTexts()).toEqual(['Trial', 'Team']);
    expect(await page.getByRole('main').innerText()).toMatch(/\$90\s+per month/);
    const ask = page.getByRole('link', { name: 'Ask support for Team' });
    expect(await ask.getAttribute('href')).toBe(service.support);
  });

  test('names the service in the set-up of the second factor and in snippets', async () => {
    await open('/account');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByText(`Name it ${service.name}`).waitFor();
    await open('/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('first');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('RPC_API_KEY').first().waitFor();
    expect(await page.content()).not.toMatch(brand);
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
  });

  test('keeps no brand in its storage, and the browser reports no error', async () => {
    await page.getByText('Dark', { exact: true }).click();
    expect(await page.evaluate('JSON.stringify(Object.entries(localStorage))')).toMatch(/"theme","dark"/);
    expect(await page.evaluate('JSON.stringify(Object.entries(localStorage))')).not.toMatch(brand);
    expect(ada.complaints).toEqual([]);
  });

  test('was served without a brand: files, headers and answers of the management API', () => {
    expect(answers.filter((answer) => answer !== '').length).toBeGreaterThan(80);
    expect(answers.filter((answer) => brand.test(answer))).toEqual([]);
  });
});

test('the mail with the code is from the service', () => {
  const mails = world.runtime
    .logs()
    .filter(({ source }) => source === 'user-pool')
    .map(({ line }) => line);
  expect(mails.join('\n')).toContain(`Your sign-up code for ${service.name} is `);
  expect(mails.join('\n')).not.toMatch(brand);
});

test('problems have types below the service’s own address', async () => {
  for (const answer of [await call('GET', 'keys/none/usage'), await call('PUT', 'account/plan', { planId: 'none' })]) {
    const problem = await answer.json();
    expect(problem.type).toBe(`${service.problemTypes}/${problem.code.replaceAll('_', '-')}`);
    expect(JSON.stringify(problem)).not.toMatch(brand);
  }
});

describe('a plan that only the operator assigns', () => {
  test('is shown to the account that has it', async () => {
    await changeAsOperator('enterprise');
    await page.goto(`${world.runtime.dashboardUrl}/plan`);
    const held = page.getByRole('listitem', { name: 'Enterprise' });
    await held.getByText('Your plan', { exact: true }).waitFor();
    await held.getByText('If you leave it, you cannot come back.').waitFor();
  });

  test('can be left after a warning, and is gone then', async () => {
    await page.getByRole('button', { name: 'Downgrade to Trial' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Change to Trial?' });
    await dialog.getByText('You cannot come back to Enterprise').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Change to Trial' }).click();
    await page.getByText('You are on the Trial plan').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Enterprise' }).waitFor({ state: 'detached' });
  });

  test.each(['enterprise', 'starter', 'team'])('cannot be chosen: %s', async (planId) => {
    const answer = await call('PUT', 'account/plan', { planId });
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'unknown_plan']);
  });
});

test('the API refuses an address of another domain, also for a page with an older config.json', async () => {
  const opened = await visit(browser, 'about:blank');
  await opened.page.route('**/config.json', async (route) => {
    const current = await (await route.fetch()).json();
    await route.fulfill({ json: { ...current, signUp: 'open' } });
  });
  await opened.page.goto(`${world.runtime.dashboardUrl}/sign-up`);
  await opened.page.getByLabel('Email address').fill('ada@other.example');
  await opened.page.getByRole('button', { name: 'Send code' }).click();
  const notice = opened.page.getByRole('alert').filter({ hasText: 'This address cannot sign up' });
  await notice.getByRole('link', { name: 'Contact support' }).waitFor();
  await opened.close();
});

describe('a deployment with a sender of mails', () => {
  const from = `From: ${service.name} <${rebranded.mail.from}>`;

  test('tells a customer that somebody asked for a second account', async () => {
    const visitor = await visit(browser, world.runtime.dashboardUrl);
    await askForCode(visitor.page, 'ada@example.com');
    expect(await knownAddressMail).toMatch(new RegExp(`^Mail to ada@example\\.com\n${from}\n`));
    await visitor.close();
  });

  test('tells the old address of an account that it has another one', async () => {
    await open('/account');
    await page.getByRole('button', { name: 'Change email address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New email address').fill('lovelace@example.com');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await dialog.getByLabel('Code').fill(await world.runtime.confirmationCode('lovelace@example.com'));
    await dialog.getByRole('button', { name: 'Change address' }).click();
    await page.getByRole('region', { name: 'Profile', exact: true }).getByText('lovelace@example.com').waitFor();
    const mails = world.runtime.logs().map(({ line }) => line);
    const mail = mails.findLast((line) => line.startsWith('Mail to ada@example.com'));
    expect(mail).toContain(`\n${from}\n`);
    expect(mail).toContain('another email address');
    expect(ada.complaints).toEqual([]);
  });
});
