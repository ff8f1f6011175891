import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { amplify, networkError, resetAmplify } from './amplify.ts';

const { takeForSignIn } = await import('../../../dashboard/session/sign-in-again.ts');
const { endSession, renewSession } = await import('../../../dashboard/session/sign-out.ts');

beforeEach(resetAmplify);

async function at(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  const navigate = jest.spyOn(router, 'navigate').mockImplementation(async () => undefined);
  await router.load();
  const queryClient = new QueryClient();
  queryClient.setQueryData(['account'], { email: 'you@example.com' });
  return { router, navigate, queryClient };
}

describe('endSession', () => {
  test('signs out, opens the sign-in page with the reason and clears the cache', async () => {
    const { router, navigate, queryClient } = await at('/usage?span=hour');
    await endSession(queryClient, router, 'signed-out');
    expect(amplify.signOut).toHaveBeenCalledTimes(1);
    expect(navigate.mock.calls).toEqual([[{ to: '/sign-in', state: { ending: 'signed-out' }, search: {} }]]);
    expect(queryClient.getQueryData(['account'])).toBeUndefined();
  });

  test('returns to the same page if the session expired', async () => {
    const { router, navigate, queryClient } = await at('/usage?span=hour');
    await endSession(queryClient, router, 'expired');
    expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ search: { next: '/usage?span=hour' } }));
  });

  test('passes no page to return to for the overview, which opens anyway', async () => {
    const { router, navigate, queryClient } = await at('/');
    await endSession(queryClient, router, 'expired');
    expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ search: {} }));
  });

  test('does not sign out after another tab did: the tokens may belong to a new session', async () => {
    const { router, queryClient } = await at('/');
    await endSession(queryClient, router, 'elsewhere');
    expect(amplify.signOut).not.toHaveBeenCalled();
  });

  test('ends the session once for several concurrent calls', async () => {
    const { router, navigate, queryClient } = await at('/keys');
    await Promise.all([1, 2, 3].map(() => endSession(queryClient, router, 'expired')));
    expect(amplify.signOut).toHaveBeenCalledTimes(1);
    expect(navigate).toHaveBeenCalledTimes(1);
  });

  test('ends a later session again', async () => {
    const { router, navigate, queryClient } = await at('/keys');
    await endSession(queryClient, router, 'expired');
    await endSession(queryClient, router, 'signed-out');
    expect(navigate).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['signed-out', false],
    ['ended', false],
    ['elsewhere', false],
    ['deleted', false],
    ['expired', true],
  ] as const)('after “%s”, the browser keeps what it has for the account: %s', async (ending, isKept) => {
    const items: Record<string, string> = { 'account:acc_1:recent-requests': '[]' };
    const removeItem = (name: string) => Reflect.deleteProperty(items, name);
    const storage = new Proxy(items, { get: (_, name) => (name === 'removeItem' ? removeItem : undefined) });
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage });
    const { router, queryClient } = await at('/keys');
    await endSession(queryClient, router, ending);
    Reflect.deleteProperty(globalThis, 'localStorage');
    expect(Object.keys(items)).toHaveLength(isKept ? 1 : 0);
  });

  test('ends the session here even if the user pool cannot be reached', async () => {
    const { router, navigate, queryClient } = await at('/keys');
    amplify.signOut.mockRejectedValue(networkError());
    await endSession(queryClient, router, 'signed-out');
    expect(navigate).toHaveBeenCalledTimes(1);
  });
});

describe('renewSession', () => {
  const credentials = { email: 'new@example.com', password: 'correct horse battery' };

  test('opens the sign-in page, which signs in again and returns to the same page', async () => {
    const { router, navigate, queryClient } = await at('/account');
    await renewSession(queryClient, router, 'password-changed', credentials);
    expect(amplify.signOut).toHaveBeenCalledTimes(1);
    const state = { done: 'password-changed', email: 'new@example.com' };
    expect(navigate.mock.calls).toEqual([[{ to: '/sign-in', state, search: { next: '/account' } }]]);
    expect(takeForSignIn()).toEqual(credentials);
    expect(takeForSignIn()).toBeUndefined();
  });

  test('also after a request that found the session ended', async () => {
    const { router, navigate, queryClient } = await at('/account');
    const found = endSession(queryClient, router, 'ended');
    await renewSession(queryClient, router, 'email-changed', credentials);
    await found;
    expect(navigate).toHaveBeenCalledTimes(2);
    expect(navigate).toHaveBeenLastCalledWith(
      expect.objectContaining({ state: { done: 'email-changed', email: 'new@example.com' } }),
    );
  });
});
