import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { DashboardConfig } from '../../../../dashboard/config.ts';
import { RefusedError, toProblem } from '../../../../src/management-api/problems.ts';
import { seriousFindings } from '../../../support/browser.ts';
import { askForCode, finishSignUp } from '../sign-in.ts';
import type { SignedIn } from '../signed-in.ts';
import { load, openByLink, type Visit, visit } from '../visit.ts';

const service = {
  name: 'Acme RPC',
  support: 'mailto:help@acme.example',
  terms: 'https://acme.example/terms',
} as const satisfies DashboardConfig['service'];

const closed: Partial<DashboardConfig> = { service, signUp: 'closed' };
const someDomains: Partial<DashboardConfig> = { service, signUp: { emailDomains: ['acme.example'] } };

async function expectAccessible({ page, complaints }: Visit): Promise<void> {
  expect(await seriousFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
}

/** The forms and pages of a deployment where not everybody can sign up. */
export function testSignUpPolicy(signedIn: () => SignedIn): void {
  let visitor: Visit;
  let page: Page;
  let config: Partial<DashboardConfig> | undefined;

  beforeAll(async () => {
    visitor = await visit(signedIn().browser, 'about:blank');
    page = visitor.page;
    await page.route('**/config.json', async (route) => {
      const written: DashboardConfig = await (await route.fetch()).json();
      await route.fulfill({ json: { ...written, ...config } });
    });
  });
  afterAll(() => visitor.close());

  /** Opens a page of the dashboard with another part of config.json than the deployment wrote. */
  async function openWith(changes: Partial<DashboardConfig>, path: string): Promise<void> {
    const address = signedIn().world.runtime.dashboardUrl + path;
    if (changes === config) return openByLink(page, address);
    config = changes;
    await load(page, address);
  }

  test('without a public status, visitors are asked to sign in for it', async () => {
    await openWith({ statusPage: false }, '/status');
    await page.getByText('The status is for customers').waitFor();
    expect(visitor.addresses.filter((address) => address.endsWith('/status.json'))).toEqual([]);
  });

  describe('a closed sign-up', () => {
    test('leaves only the sign-in, and says who creates accounts', async () => {
      await openWith(closed, '/sign-in');
      await page.getByText('Accounts are created by the operator.').waitFor();
      expect(await page.getByRole('link', { name: /create an account/i }).count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Contact support' }).first().getAttribute('href')).toBe(
        service.support,
      );
      await expectAccessible(visitor);
    });

    test('has no form at the address of the sign-up', async () => {
      await openWith(closed, '/sign-up');
      await page.getByRole('heading', { name: 'Sign-up is closed' }).waitFor();
      expect(await page.getByRole('textbox').count()).toBe(0);
      await expectAccessible(visitor);
    });

    test('is not offered after the reset of a password', async () => {
      await openWith(closed, '/forgot-password');
      await page.getByLabel('Email address').fill('nobody@acme.example');
      await page.getByRole('button', { name: 'Send code' }).click();
      await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
      expect(await page.getByRole('link', { name: 'sign up' }).count()).toBe(0);
    });

    test('names the operator if there is no support link', async () => {
      await openWith({ service: { name: 'Acme RPC' }, signUp: 'closed' }, '/sign-up');
      await page.getByText('Contact the operator of Acme RPC.').waitFor();
      expect(await page.getByRole('list', { name: 'Help' }).count()).toBe(0);
    });
  });

  test('the pages have the service’s name and links', async () => {
    await openWith({ service, signUp: 'open' }, '/sign-up');
    expect(await page.title()).toBe('Create an account · Acme RPC');
    expect(await page.getByRole('main').innerText()).not.toMatch(/sluice/i);
    const terms = page.getByRole('link', { name: /^terms$/i });
    expect(await terms.count()).toBe(2);
    for (const link of await terms.all()) expect(await link.getAttribute('href')).toBe(service.terms);
  });

  describe('a sign-up for some domains', () => {
    test('refuses other addresses before anything is sent', async () => {
      await openWith(someDomains, '/sign-up');
      await page.getByLabel('Email address').fill('ada@other.example');
      await page.getByRole('button', { name: 'Send code' }).click();
      const field = page.getByRole('textbox', { name: 'Email address' });
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await page.getByText('Only addresses at acme.example can sign up.').count()).toBe(2);
      await expectAccessible(visitor);
      expect(visitor.addresses.filter((address) => address.includes('/v1/'))).toEqual([]);
    });

    test('accepts an address of theirs', async () => {
      await openWith(someDomains, '/sign-up');
      await page.getByLabel('Email address').fill('ada@ACME.example');
      await page.getByRole('button', { name: 'Send code' }).click();
      await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
    });
  });

  test('a user whom the API refuses sees why on every page, and can sign out', async () => {
    await openWith(someDomains, '/sign-in');
    const refusal = toProblem(
      new RefusedError('sign_up_refused', 'Only some addresses.'),
      'r1',
      'https://acme.example',
    );
    await askForCode(page, 'grace@acme.example');
    await page.route('**/v1/**', (route) => route.fulfill({ status: refusal.status, json: refusal }));
    await finishSignUp(page, await signedIn().world.runtime.confirmationCode('grace@acme.example'));
    for (const path of ['Keys', 'Usage']) {
      await page.getByRole('heading', { level: 1, name: 'No account' }).waitFor();
      await page.getByText('Only addresses at acme.example can sign up.').waitFor();
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: path }).click();
    }
    await expectAccessible(visitor);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
}
