import type { Page } from 'playwright-core';

/** The most of any plan. */
const active = 40;

/** Answers with an account of many keys: the first of the real ones, under other names. */
export async function fakeKeys(page: Page, keys: number): Promise<void> {
  await page.route(/\/v1\/keys\?/, async (route) => {
    const { searchParams } = new URL(route.request().url());
    // The account may have revoked none.
    const url = route.request().url().replace('state=revoked', 'state=active');
    const answer = await route.fetch({ url: url.replace(/&cursor=[^&]*/, '') });
    const [real] = (await answer.json()).keys;
    const isActive = searchParams.get('state') === 'active';
    const all = Array.from({ length: isActive ? active : keys - active }, (_, index) => ({
      ...(real ?? {}),
      // Newest first: ids sort by time.
      keyId: `key_${String(keys - index - (isActive ? 0 : active)).padStart(26, '0')}`,
      name: `${isActive ? '' : 'revoked '}key ${index}`,
      state: isActive ? 'active' : 'revoked',
    }));
    const first = Number(searchParams.get('cursor') ?? 0);
    const end = first + Number(searchParams.get('limit') ?? 50);
    const nextCursor = end < all.length ? String(end) : null;
    await route.fulfill({ response: answer, json: { keys: real ? all.slice(first, end) : [], nextCursor } });
  });
}

/** Waits until an expression is true in the page. */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate(expression))) await page.waitForTimeout(100);
}
