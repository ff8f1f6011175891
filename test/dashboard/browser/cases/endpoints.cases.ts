import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { seriousFindings } from '../../../support/browser.ts';
import { isRunnable } from '../../../support/runnable-code.ts';
import type { SignedIn } from '../signed-in.ts';
import { load, openByLink, waitUntilLoaded } from '../visit.ts';

const run = promisify(execFile);

/** How a program in each of the tabs is run. */
const commands = {
  curl: (text: string) => ['bash', ['-euc', text]],
  JavaScript: (text: string) => [process.execPath, ['--input-type=module', '--eval', text]],
  kit: (text: string) => [process.execPath, ['--input-type=module', '--eval', text]],
  'web3.js': (text: string) => [process.execPath, ['--input-type=module', '--eval', text]],
  Python: (text: string) => ['python3', ['-I', '-c', text]],
} as const satisfies Record<string, (text: string) => readonly [string, readonly string[]]>;

/** As a node may answer getProgramAccounts: several megabytes, with numbers that JavaScript cannot hold. */
function largeAnswer(accounts: number): string {
  const account = (index: number) =>
    `{"pubkey":"Account${index}","account":{"data":["${'A'.repeat(150)}","base64"],"lamports":${index},"rentEpoch":18446744073709551615}}`;
  return `{"jsonrpc":"2.0","result":[${Array.from({ length: accounts }, (_, index) => account(index)).join(',')}],"id":1}`;
}

/** Tests of the endpoints and the request tester, in the tab of a signed-in user. */
export function testEndpoints(signedIn: () => SignedIn): void {
  const page = () => signedIn().opened.page;
  const runtime = () => signedIn().world.runtime;
  const secret = () => runtime().demoUser?.keys[0]?.secret ?? '';
  const open = (path: string) => openByLink(page(), runtime().dashboardUrl + path);
  const button = (name: string | RegExp) => page().getByRole('button', { name, exact: true });
  const method = () => page().getByRole('combobox', { name: 'Method' });
  const body = () => page().getByLabel('Body', { exact: true });
  const response = () => page().getByRole('region', { name: 'Response', exact: true });
  const send = async () => {
    await page().getByLabel('Secret', { exact: true }).fill(secret());
    await button('Send').click();
    await response()
      .getByText(/200 OK, /)
      .waitFor();
  };

  test('the name of the header does not break at its hyphen', async () => {
    await open('/endpoints');
    const lines = page()
      .getByText('X-API-KEY', { exact: true })
      .evaluate((name) => name.getClientRects().length);
    expect(await lines).toBe(1);
  });

  test('a reload keeps network, method and body, and nothing keeps the secret', async () => {
    await open('/endpoints?chain=solana&network=devnet');
    await method().fill('getbal');
    await page().keyboard.press('Enter');
    await body().fill('{"jsonrpc":"2.0","id":"mine","method":"getBalance"}');
    await page().getByLabel('Secret', { exact: true }).fill(secret());
    await page().reload();
    await waitUntilLoaded(page());
    expect(await method().inputValue()).toBe('getBalance');
    expect(await body().inputValue()).toContain('"mine"');
    expect(await page().getByLabel('Secret', { exact: true }).inputValue()).toBe('');
    expect(page().url()).toMatch(/network=devnet&method=getBalance/);
    await body().fill(`{"jsonrpc":"2.0","id":"${secret()}","method":"getBalance"}`);
    expect(await page().evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(secret());
    await button('Reset to example').click();
  });

  test('the keyboard chooses from the open list of methods', async () => {
    await open('/endpoints?method=getSlot');
    await button('Show methods').click();
    await page()
      .getByRole('option', { name: /^getSlot The/, selected: true })
      .waitFor();
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('Enter');
    await page().getByText('Documentation of getSlotLeader').waitFor();
    expect(await page().getByRole('listbox').count()).toBe(0);
  });

  test('the request is sent by every program that the page shows, and by the page', async () => {
    await open('/endpoints?chain=solana&network=mainnet&method=getHealth');
    const env = { ...process.env, RPC_API_KEY: secret(), NODE_OPTIONS: '', no_proxy: '*' };
    const programs = [];
    for (const [label, command] of Object.entries(commands).filter(([name]) => isRunnable(name))) {
      await page().getByRole('tab', { name: label, exact: true }).click();
      const [program, args] = command(
        await page()
          .getByRole('region', { name: `${label} code` })
          .innerText(),
      );
      programs.push(run(program, [...args], { env }).then(({ stdout }) => expect(stdout).toMatch(/\bok\b/)));
    }
    await Promise.all(programs);
    await send();
    expect(await response().innerText()).toMatch(/Network\s+[\d.]+ m?s\s+Gateway\s+\d+ ms\s+Node\s+\d+ ms/);
    await response().getByRole('link', { name: 'Show in history' }).waitFor();
  });

  test('a request that cannot be sent clears the response of the one before', async () => {
    await open('/endpoints?chain=solana&network=mainnet&method=getHealth');
    await send();
    await page().getByLabel('Secret', { exact: true }).fill('slc_ü');
    await button('Send').click();
    await response()
      .getByText(/200 OK, /)
      .waitFor({ state: 'detached' });
  });

  test('a request sent before is restored by a click after a reload, and the list can be cleared', async () => {
    await open('/endpoints?chain=solana&network=devnet&method=getVersion');
    await send();
    await load(page(), `${runtime().dashboardUrl}/endpoints`);
    const recent = page().getByRole('region', { name: 'Recent requests' });
    await recent.getByRole('button', { name: 'Restore getVersion on devnet' }).first().click();
    await page().waitForURL(/network=devnet/);
    await page().getByText('Documentation of getVersion').waitFor();
    expect(await method().inputValue()).toBe('getVersion');
    expect(await body().inputValue()).toContain('getVersion');
    await recent.getByRole('button', { name: 'Clear' }).click();
    await recent.getByText('Requests that you send appear here.').waitFor();
    expect(String(await page().evaluate('JSON.stringify(localStorage)'))).not.toContain('getVersion');
  });

  test('a response of several megabytes stays usable: few nodes, exact numbers, search and keyboard', async () => {
    await open('/endpoints?chain=solana&network=mainnet&method=getProgramAccounts');
    const accounts = 12_000;
    const large = largeAnswer(accounts);
    expect(large.length).toBeGreaterThan(3_000_000);
    const url = new RegExp(`^${runtime().endpoints.mainnet}/?$`);
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
    await page().route(url, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ headers, body: large }) : route.continue(),
    );
    await send();
    await page().unroute(url);
    const tree = page().getByRole('tree', { name: 'Response body' });
    await tree.getByRole('treeitem', { name: `result: [ ] ${accounts.toLocaleString('en-US')} items` }).click();
    await page().getByLabel('Find in the response').fill('Account11999');
    await page().getByText('1 found').waitFor();
    await page().keyboard.press('Enter');
    await tree.getByRole('treeitem', { name: 'pubkey: "Account11999"', selected: true }).waitFor();
    await response().getByText('result[11999].pubkey', { exact: true }).waitFor();
    expect(Number(await page().evaluate('document.querySelectorAll("*").length'))).toBeLessThan(1_500);
    await tree.focus();
    // Down to the account, into it, and from the last row of all up to its last member.
    for (const key of ['ArrowDown', 'ArrowRight', 'End', 'ArrowUp']) await page().keyboard.press(key);
    await tree.getByRole('treeitem', { name: 'rentEpoch: 18446744073709551615', selected: true }).waitFor();
    expect(await seriousFindings(page())).toEqual([]);
    await page().keyboard.press('Home');
    await page().keyboard.press('ArrowLeft');
    expect(await tree.getByRole('treeitem').count()).toBe(1);
  });

  test('the page has no complaints of the browser', () => {
    expect(signedIn().opened.complaints).toEqual([]);
  });
}
