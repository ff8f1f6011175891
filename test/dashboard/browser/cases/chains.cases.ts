import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { SignedIn } from '../signed-in.ts';
import { forgetAnswers, openByLink } from '../visit.ts';

const answered = v.object({ endpoints: v.array(v.looseObject({ chain: v.string(), network: v.string() })) });
const sepolia = { chain: 'ethereum', network: 'sepolia', url: 'https://sepolia.example/' };

/** Tests of the choice of a chain before its network, wherever both are chosen. */
export function testChains(signedIn: () => SignedIn): void {
  const page = () => signedIn().opened.page;
  const field = (name: string) => page().getByRole('combobox', { name, exact: true });
  const open = (path: string) => openByLink(page(), signedIn().world.runtime.dashboardUrl + path);
  const choices = async (name: string) => {
    const texts = await field(name).locator('option').allTextContents();
    return texts.map((text) => text.split(' · ')[0]);
  };

  const pages = [
    ['/endpoints', []],
    ['/usage', ['All networks']],
    ['/history', ['All networks']],
  ] as const;

  test('on every page with networks, a chain is chosen before its networks', async () => {
    await forgetAnswers(page());
    await page().route('**/v1/endpoints', async (route) => {
      const response = await route.fetch();
      const { endpoints } = v.parse(answered, await response.json());
      await route.fulfill({ response, json: { endpoints: [...endpoints, sepolia] } });
    });
    for (const [path, all] of pages) {
      await open(path);
      await field('Chain').selectOption({ label: 'Ethereum' });
      await page().waitForURL((url) => url.searchParams.get('network') === 'sepolia');
      expect([path, await choices('Network')]).toEqual([path, [...all, 'sepolia']]);
    }
    await forgetAnswers(page());
  });

  test('on every page with networks, the chain is there, too, if there is only one', async () => {
    const networks = Object.keys(signedIn().world.runtime.endpoints);
    for (const [path, all] of pages) {
      await open(path);
      expect([path, await choices('Chain')]).toEqual([path, ['Solana']]);
      expect([path, await choices('Network')]).toEqual([path, [...all, ...networks]]);
    }
  });
}
