import { afterEach, expect, test } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { createApi, type RecordedRequest } from '../../../../dashboard/api/api.ts';
import { firstRequestOptions } from '../../../../dashboard/pages/overview/onboarding/use-first-request.ts';

afterEach(() => void Reflect.deleteProperty(globalThis, 'location'));

test('the request that has arrived stays while another one of the page is waited for', () => {
  Object.assign(globalThis, { location: { origin: 'https://dashboard.example' } });
  const api = createApi('/', async () => undefined);
  const optionsAfter = (sends: number) => firstRequestOptions(api, { isEnabled: false, sends });
  const request: RecordedRequest = {
    requestId: 'req_a',
    keyId: 'key_a',
    at: '2026-11-20T10:00:00.000Z',
    network: 'mainnet',
    outcome: 'ok',
    status: 200,
    calls: [],
    count: 1,
    durationMs: 5,
    upstreamMs: 4,
    requestBytes: 100,
    responseBytes: 100,
    tries: [],
    countedAt: null,
    countedCalls: 0,
  };
  const client = new QueryClient();
  client.setQueryData(optionsAfter(0).queryKey, request);
  const observer = new QueryObserver(client, optionsAfter(0));
  observer.setOptions(optionsAfter(1));
  expect(observer.getCurrentResult().data).toBe(request);
});
