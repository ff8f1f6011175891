import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { UnreachableError } from '../../../dashboard/api/api-errors.ts';
import { reloadForNewRelease } from '../../../dashboard/layout/new-release.ts';

const reload = jest.fn();
const items = new Map<string, string>();
let served: string;

const stubs = {
  document: {
    querySelector: (selector: string) =>
      selector === 'script[src^="/assets/"]' ? { getAttribute: () => '/assets/old.js' } : null,
  },
  location: { reload },
  sessionStorage: {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
  },
};

beforeEach(() => {
  jest.useFakeTimers();
  reload.mockClear();
  items.clear();
  served = '/assets/new.js';
  for (const [name, value] of Object.entries(stubs)) {
    Object.defineProperty(globalThis, name, { configurable: true, value });
  }
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(`<script src="${served}">`));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  for (const name of Object.keys(stubs)) Reflect.deleteProperty(globalThis, name);
});

/** What it throws if the browser stays on the page. */
async function failure(): Promise<unknown> {
  const thrown = reloadForNewRelease(new Error('gone')).catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(60_000);
  return thrown;
}

test('a new release reloads the page, and asks for it if the user stays', async () => {
  expect(await failure()).toMatchObject({ message: expect.stringContaining('Reload the page') });
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the page of one script is reloaded only once', async () => {
  await failure();
  expect(await failure()).toMatchObject({ message: expect.stringContaining('Reload the page') });
  expect(reload).toHaveBeenCalledTimes(1);
});

test('without storage, the page is not reloaded', async () => {
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, value: undefined });
  await failure();
  expect(reload).not.toHaveBeenCalled();
});

test('without a new release, the page is not reloaded', async () => {
  served = '/assets/old.js';
  expect(await failure()).toBeInstanceOf(UnreachableError);
  expect(reload).not.toHaveBeenCalled();
});
