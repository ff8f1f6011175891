import { afterEach, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { sharesOfMarks } from '../marks.ts';
import type { SignedIn } from '../signed-in.ts';
import { openByLink, photograph, waitUntilLoaded } from '../visit.ts';

// An empty plot and an invisible bar have next to nothing.
const leastShare = 0.01;

// Of a meter only the bar: its text is visible in any case.
const marked = 'figure svg, [role=meter] > :last-child';

/** What marks a link, as far as forced colours leave it. */
const markOf = (link: Locator) =>
  link.evaluate((element) =>
    [undefined, '::before', '::after'].map((part) => {
      const style = getComputedStyle(element, part);
      const background = style.forcedColorAdjust === 'none' ? style.backgroundColor : '';
      return [background, style.borderStyle, style.borderWidth, style.outlineStyle].join(' ');
    }),
  );

/** What the dashboard does with preferences of the system: forced colours and reduced motion. */
export function testPreferences(signedIn: () => SignedIn): void {
  const page = () => signedIn().opened.page;
  const open = (path: string) => openByLink(page(), signedIn().world.runtime.dashboardUrl + path);

  afterEach(() => page().emulateMedia({ forcedColors: null, colorScheme: 'light' }));

  test.each(['/', '/usage'])(
    'with forced colours, %s shows its bars, lines and meters, and which page it is',
    async (path) => {
      await page().emulateMedia({ forcedColors: 'active' });
      await open(path);
      const links = page().getByRole('navigation', { name: 'Pages' }).getByRole('link');
      const current = page().getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page().emulateMedia({ forcedColors: 'active', colorScheme });
        await photograph(page(), `${path.slice(1) || 'overview'}-forced-colors-${colorScheme}`);
        const shares = await sharesOfMarks(page().locator(marked));
        expect(shares.length).toBeGreaterThan(0);
        expect(shares.filter((share) => share <= leastShare)).toEqual([]);
        expect(await markOf(current)).not.toEqual(await markOf(links.last()));
      }
    },
  );

  test('who chose dark sees no white page while the code loads', async () => {
    await open('/keys');
    await page().getByRole('radio', { name: 'Dark' }).check({ force: true });
    const release = Promise.withResolvers<void>();
    await page().route(/\.js$/, async (route) => {
      if (new URL(route.request().url()).pathname !== '/theme.js') await release.promise;
      await route.continue();
    });
    await page().goto(`${signedIn().world.runtime.dashboardUrl}/keys`, { waitUntil: 'commit' });
    while (!(await page().evaluate('document.styleSheets.length > 0'))) {
      // The policy of the page allows no eval, which Playwright's own waiting needs.
    }
    const shown = 'getComputedStyle(document.documentElement).backgroundColor';
    expect([await page().locator('#app > *').count(), await page().evaluate(shown)]).toEqual([0, 'rgb(11, 15, 18)']);
    release.resolve();
    await waitUntilLoaded(page());
    await page().unrouteAll({ behavior: 'ignoreErrors' });
    await page().getByRole('radio', { name: 'Auto' }).check({ force: true });
  });

  // A browser's own setting, 16 px unless the user has chosen another.
  test('on wide and narrow pages, texts and fields follow the font size of the browser', async () => {
    const client = await page().context().newCDPSession(page());
    const choose = (standard: number) => client.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
    const sizes = () =>
      page()
        .locator('main')
        .locator('h1, p, label, input, textarea, button')
        .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
    await open('/endpoints');
    for (const width of [1280, 390]) {
      await page().setViewportSize({ width, height: 900 });
      const usual = await sizes();
      await choose(32);
      const large = await sizes();
      await choose(16);
      expect(usual.length).toBeGreaterThan(10);
      const growths = large.map((size, index) => size / (usual[index] ?? 0));
      expect({ width, small: growths.filter((growth) => growth < 1.8) }).toEqual({ width, small: [] });
    }
    await client.detach();
  });

  test('with reduced motion, nothing moves while a page loads or a dialog opens', async () => {
    await page().emulateMedia({ reducedMotion: 'reduce' });
    const moving = () =>
      page().evaluate(() =>
        document
          .getAnimations()
          .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
          .map((animation) => ('animationName' in animation ? String(animation.animationName) : 'transition')),
      );
    const release = Promise.withResolvers<void>();
    await page().route('**/v1/**', async (route) => {
      await release.promise;
      await route.continue();
    });
    await page().goto(`${signedIn().world.runtime.dashboardUrl}/keys`);
    await page().locator('[role=status][aria-label^=Loading]').first().waitFor();
    expect(await moving()).toEqual([]);
    await photograph(page(), 'keys-loading-reduced-motion');
    release.resolve();
    await waitUntilLoaded(page());
    await page().unroute('**/v1/**');
    await page().getByRole('button', { name: 'Create key' }).first().click();
    await page().getByRole('dialog').waitFor();
    expect(await moving()).toEqual([]);
    await page().keyboard.press('Escape');
    await page().emulateMedia({ reducedMotion: null });
  });
}
