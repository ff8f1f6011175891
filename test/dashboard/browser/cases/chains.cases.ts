import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { SignedIn } from '../signed-in.ts';
import { waitUntilLoaded } from '../visit.ts';

const answered = v.object({ endpoints: v.array(v.looseObject({ chain: v.string(), network: v.string() })) });
const sepolia = { chain: 'ethereum', network: 'sepolia', url: 'https://sepolia.example/' };

/** Tests of the choice of a chain before its network, wherever both are chosen. */
export function testChains(signedIn: () => SignedIn): void {
  const page = () => signedIn().opened.page;
  const field = (name: string) => page().getByRole('combobox', { name, exact: true });
  const open = async (path: string) => {
    await page().goto(signedIn().world.runtime.dashboardUrl + path);
    await waitUntilLoaded(page());
  };
  const choices = async (name: string) => {
    const texts = await field(name).locator('option').allTextContents();
    return texts.map((text) => text.split(' · ')[0]);
  };

  describe.each([
    ['/endpoints', []],
    ['/usage', ['All networks']],
    ['/history', ['All networks']],
  ])('on %s', (path, all) => {
    test('a chain is chosen before its networks', async () => {
      await page().route('**/v1/endpoints', async (route) => {
        const response = await route.fetch();
        const { endpoints } = v.parse(answered, await response.json());
        await route.fulfill({ response, json: { endpoints: [...endpoints, sepolia] } });
      });
      await open(path);
      await field('Chain').selectOption({ label: 'Ethereum' });
      await page().waitForURL((url) => url.searchParams.get('network') === 'sepolia');
      expect(await choices('Network')).toEqual([...all, 'sepolia']);
    });

    test('the chain is there, too, if there is only one', async () => {
      await open(path);
      expect(await choices('Chain')).toEqual(['Solana']);
      expect(await choices('Network')).toEqual([...all, ...Object.keys(signedIn().world.runtime.endpoints)]);
    });
  });
}
