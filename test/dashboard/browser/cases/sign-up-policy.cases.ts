import { describe, expect, test } from '@jest/globals';
import type { DashboardConfig } from '../../../../dashboard/config.ts';
import { RefusedError, toProblem } from '../../../../src/management-api/problems.ts';
import { seriousFindings } from '../../../support/browser.ts';
import { askForCode, finishSignUp } from '../sign-in.ts';
import type { SignedIn } from '../signed-in.ts';
import { type Visit, visit, waitUntilLoaded } from '../visit.ts';

const service = {
  name: 'Acme RPC',
  support: 'mailto:help@acme.example',
  terms: 'https://acme.example/terms',
} as const satisfies DashboardConfig['service'];

async function expectAccessible({ page, complaints }: Visit): Promise<void> {
  expect(await seriousFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
}

/** The forms and pages of a deployment where not everybody can sign up. */
export function testSignUpPolicy(signedIn: () => SignedIn): void {
  /** Opens a page of the dashboard with another part of config.json than the deployment wrote. */
  async function visitWith(changes: Partial<DashboardConfig>, path: string): Promise<Visit> {
    const opened = await visit(signedIn().browser, 'about:blank');
    await opened.page.route('**/config.json', async (route) => {
      const config: DashboardConfig = await (await route.fetch()).json();
      await route.fulfill({ json: { ...config, ...changes } });
    });
    await opened.page.goto(signedIn().world.runtime.dashboardUrl + path);
    await waitUntilLoaded(opened.page);
    return opened;
  }

  test('without a public status, visitors are asked to sign in for it', async () => {
    const opened = await visitWith({ statusPage: false }, '/status');
    await opened.page.getByText('The status is for customers').waitFor();
    expect(opened.addresses.filter((address) => address.endsWith('/status.json'))).toEqual([]);
    await opened.close();
  });

  describe('a closed sign-up', () => {
    test('leaves only the sign-in, and says who creates accounts', async () => {
      const opened = await visitWith({ service, signUp: 'closed' }, '/sign-in');
      const { page } = opened;
      await page.getByText('Accounts are created by the operator.').waitFor();
      expect(await page.getByRole('link', { name: /create an account/i }).count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Contact support' }).first().getAttribute('href')).toBe(
        service.support,
      );
      await expectAccessible(opened);
      await opened.close();
    });

    test('has no form at the address of the sign-up', async () => {
      const opened = await visitWith({ service, signUp: 'closed' }, '/sign-up');
      await opened.page.getByRole('heading', { name: 'Sign-up is closed' }).waitFor();
      expect(await opened.page.getByRole('textbox').count()).toBe(0);
      await expectAccessible(opened);
      await opened.close();
    });

    test('is not offered after the reset of a password', async () => {
      const opened = await visitWith({ service, signUp: 'closed' }, '/forgot-password');
      const { page } = opened;
      await page.getByLabel('Email address').fill('nobody@acme.example');
      await page.getByRole('button', { name: 'Send code' }).click();
      await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
      expect(await page.getByRole('link', { name: 'sign up' }).count()).toBe(0);
      await opened.close();
    });

    test('names the operator if there is no support link', async () => {
      const opened = await visitWith({ service: { name: 'Acme RPC' }, signUp: 'closed' }, '/sign-up');
      await opened.page.getByText('Contact the operator of Acme RPC.').waitFor();
      expect(await opened.page.getByRole('list', { name: 'Help' }).count()).toBe(0);
      await opened.close();
    });
  });

  describe('a sign-up for some domains', () => {
    const signUp = { emailDomains: ['acme.example'] };

    test('refuses other addresses before anything is sent', async () => {
      const opened = await visitWith({ service, signUp }, '/sign-up');
      const { page } = opened;
      await page.getByLabel('Email address').fill('ada@other.example');
      await page.getByRole('button', { name: 'Send code' }).click();
      const field = page.getByRole('textbox', { name: 'Email address' });
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await page.getByText('Only addresses at acme.example can sign up.').count()).toBe(2);
      await expectAccessible(opened);
      expect(opened.addresses.filter((address) => address.includes('/v1/'))).toEqual([]);
      await opened.close();
    });

    test('accepts an address of theirs', async () => {
      const opened = await visitWith({ service, signUp }, '/sign-up');
      const { page } = opened;
      await page.getByLabel('Email address').fill('ada@ACME.example');
      await page.getByRole('button', { name: 'Send code' }).click();
      await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
      await opened.close();
    });
  });

  test('the pages have the service’s name and links', async () => {
    const opened = await visitWith({ service, signUp: 'open' }, '/sign-up');
    const { page } = opened;
    expect(await page.title()).toBe('Create an account · Acme RPC');
    expect(await page.getByRole('main').innerText()).not.toMatch(/sluice/i);
    const terms = page.getByRole('link', { name: /^terms$/i });
    expect(await terms.count()).toBe(2);
    for (const link of await terms.all()) expect(await link.getAttribute('href')).toBe(service.terms);
    await opened.close();
  });

  test('a user whom the API refuses sees why on every page, and can sign out', async () => {
    const opened = await visitWith({ service, signUp: { emailDomains: ['acme.example'] } }, '/sign-in');
    const { page } = opened;
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
    await expectAccessible(opened);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await opened.close();
  });
}
