import { expect, test } from '@jest/globals';
import { seriousFindings } from '../../../support/browser.ts';
import type { SignedIn } from '../signed-in.ts';
import { openByLink } from '../visit.ts';

/** Tests of the account tokens on the page Account, with the demo user. */
export function testTokens(signedIn: () => SignedIn): void {
  const page = () => signedIn().opened.page;
  const card = () => page().getByRole('region', { name: 'Account tokens', exact: true });
  const dialog = () => page().getByRole('dialog').or(page().getByRole('alertdialog'));
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

  test('a token is created with the password and shown once; it is renamed and revoked, and then refused', async () => {
    const { runtime } = signedIn().world;
    const listKeys = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${runtime.dashboardUrl}/by-token/v1/keys`, { headers })).status;
    };
    await openByLink(page(), `${runtime.dashboardUrl}/account`);
    await card().getByText('No tokens yet.').waitFor();
    await card().getByRole('button', { name: 'Create token' }).click();
    await press('Create token');
    await dialog().getByText('Fill in this field.').first().waitFor();
    await dialog().getByLabel('Name').fill('Terraform');
    await dialog().getByText('Manage keys', { exact: true }).click();
    await dialog().getByText('It cannot read usage or history.').waitFor();
    expect(await seriousFindings(page())).toEqual([]);
    await dialog().getByLabel('Password', { exact: true }).fill('not the password');
    await press('Create token');
    await dialog().getByRole('alert').waitFor();
    await dialog()
      .getByLabel('Password', { exact: true })
      .fill(runtime.demoUser?.password ?? '');
    await press('Create token');
    const token = (await dialog().getByRole('region', { name: 'token', exact: true }).innerText()).trim();
    expect(token).toMatch(/^slt_/);
    expect(await seriousFindings(page())).toEqual([]);
    expect(await listKeys(token)).toBe(200);
    await press('I have saved it');

    await card().getByText('manages keys · never used').waitFor();
    await page().reload();
    await card().getByText('manages keys · used').waitFor();
    expect(await page().content()).not.toContain(token.slice(8));
    await card().getByRole('button', { name: 'Rename Terraform' }).click();
    await dialog().getByLabel('Name').fill('CI');
    await press('Rename token');
    await card().getByRole('button', { name: 'Revoke CI' }).click();
    await press('Revoke token');
    await card().getByText('No tokens yet.').waitFor();
    expect(await listKeys(token)).toBe(403);
    await openByLink(page(), `${runtime.dashboardUrl}/activity`);
    for (const text of ['Account token revoked', 'Account token renamed', 'Account token created']) {
      await page().getByText(text).first().waitFor();
    }
  });
}
