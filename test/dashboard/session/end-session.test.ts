import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { amplify, networkError, resetAmplify } from './amplify.ts';

const { endSession } = await import('../../../dashboard/session/sign-out.ts');

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
  test('signs out, opens the sign-in page with the reason, and forgets what was seen', async () => {
    const { router, navigate, queryClient } = await at('/usage?span=hour');
    await endSession(queryClient, router, 'signed-out');
    expect(amplify.signOut).toHaveBeenCalledTimes(1);
    expect(navigate.mock.calls).toEqual([[{ to: '/sign-in', state: { ending: 'signed-out' }, search: {} }]]);
    expect(queryClient.getQueryData(['account'])).toBeUndefined();
  });

  test('who did not want to leave comes back to the same place', async () => {
    const { router, navigate, queryClient } = await at('/usage?span=hour');
    await endSession(queryClient, router, 'expired');
    expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ search: { next: '/usage?span=hour' } }));
  });

  test('the first page is where one goes anyway', async () => {
    const { router, navigate, queryClient } = await at('/');
    await endSession(queryClient, router, 'expired');
    expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ search: {} }));
  });

  test('what another tab has ended is not ended again: its tokens may be those of a new session', async () => {
    const { router, queryClient } = await at('/');
    await endSession(queryClient, router, 'elsewhere');
    expect(amplify.signOut).not.toHaveBeenCalled();
  });

  test('several requests that learn of the end at once end it once', async () => {
    const { router, navigate, queryClient } = await at('/keys');
    await Promise.all([1, 2, 3].map(() => endSession(queryClient, router, 'expired')));
    expect(amplify.signOut).toHaveBeenCalledTimes(1);
    expect(navigate).toHaveBeenCalledTimes(1);
  });

  test('a later session ends again', async () => {
    const { router, navigate, queryClient } = await at('/keys');
    await endSession(queryClient, router, 'expired');
    await endSession(queryClient, router, 'signed-out');
    expect(navigate).toHaveBeenCalledTimes(2);
  });

  test('it ends here even where the user pool cannot be told', async () => {
    const { router, navigate, queryClient } = await at('/keys');
    amplify.signOut.mockRejectedValue(networkError());
    await endSession(queryClient, router, 'signed-out');
    expect(navigate).toHaveBeenCalledTimes(1);
  });
});
