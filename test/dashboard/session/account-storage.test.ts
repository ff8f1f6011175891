import { afterEach, beforeEach, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { accountStorage, clearAccountStorage } from '../../../dashboard/session/account-storage.ts';

const numbers = v.fallback(v.array(v.number()), []);

/** Storage as in a browser: its items are its own properties. */
function stubStorage(
  name: 'localStorage' | 'sessionStorage',
  limit = Number.POSITIVE_INFINITY,
): Record<string, string> {
  const items: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > limit) throw new Error('QuotaExceededError');
      items[key] = value;
    },
    removeItem: (key: string) => delete items[key],
  };
  const proxy = new Proxy(methods, {
    ownKeys: () => Object.keys(items),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  Object.defineProperty(globalThis, name, { configurable: true, value: proxy });
  return items;
}

let local: Record<string, string>;
beforeEach(() => {
  local = stubStorage('localStorage');
  stubStorage('sessionStorage');
});
afterEach(() => {
  for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name);
});

test('an account reads what it wrote, and another account does not', () => {
  const own = accountStorage('localStorage', 'list', 'acc_1', numbers);
  own.write([1, 2]);
  expect(own.read()).toEqual([1, 2]);
  expect(accountStorage('localStorage', 'list', 'acc_2', numbers).read()).toEqual([]);
  expect(accountStorage('sessionStorage', 'list', 'acc_1', numbers).read()).toEqual([]);
});

test.each(['{', '"x"', '[1,"2"]'])('what cannot be read is as if nothing was written: %s', (stored) => {
  local['account:acc_1:list'] = stored;
  expect(accountStorage('localStorage', 'list', 'acc_1', numbers).read()).toEqual([]);
});

test('signing out removes it, and neither preferences nor the session', () => {
  local.theme = 'dark';
  accountStorage('localStorage', 'list', 'acc_1', numbers).write([1]);
  const inTab = accountStorage('sessionStorage', 'list', 'acc_1', numbers);
  inTab.write([1]);
  clearAccountStorage();
  expect(local).toEqual({ theme: 'dark' });
  expect(inTab.read()).toEqual([]);
});

test('nothing is kept for an account that is not known', () => {
  const storage = accountStorage('localStorage', 'list', undefined, numbers);
  storage.write([1]);
  expect(storage.read()).toEqual([]);
  expect(local).toEqual({});
});

test('a full storage is no error', () => {
  stubStorage('localStorage', 2);
  const storage = accountStorage('localStorage', 'list', 'acc_1', numbers);
  storage.write([1, 2, 3]);
  expect(storage.read()).toEqual([]);
});

test('a blocked storage is no error', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new Error('SecurityError');
    },
  });
  const storage = accountStorage('localStorage', 'list', 'acc_1', numbers);
  storage.write([1]);
  expect(storage.read()).toEqual([]);
  expect(clearAccountStorage).not.toThrow();
});
