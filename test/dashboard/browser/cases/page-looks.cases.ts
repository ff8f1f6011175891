import { expect, test } from '@jest/globals';
import { addressOf, pagesWithoutSession, pagesWithSession } from '../all-pages.ts';
import { expectGoodLooks } from '../looks.ts';
import type { SignedIn } from '../signed-in.ts';
import { visit, waitUntilLoaded } from '../visit.ts';

/** Every page, with the demo account and for visitors: axe finds nothing serious, and nothing is cut off. */
export function testPageLooks(signedIn: () => SignedIn): void {
  const addressAt = (path: string) => signedIn().world.runtime.dashboardUrl + path;

  test.each(pagesWithSession)('$route is accessible in every look', async (page) => {
    const { opened, keyId } = signedIn();
    const before = opened.complaints.length;
    await opened.page.goto(addressAt(addressOf(page, keyId)));
    await waitUntilLoaded(opened.page);
    await expectGoodLooks(opened.page, page.name);
    expect(opened.complaints.slice(before)).toEqual([]);
  });

  test('the pages that need no session are accessible in every look', async () => {
    const visitor = await visit(signedIn().browser, 'about:blank');
    for (const page of pagesWithoutSession) {
      await visitor.page.goto(addressAt(addressOf(page)));
      await waitUntilLoaded(visitor.page);
      await expectGoodLooks(visitor.page, page.readers === 'visitors' ? page.name : `${page.name}-visitor`);
    }
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });
}
