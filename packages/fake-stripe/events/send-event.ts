import type { SendEvent } from './event-delivery.ts';

const waitMilliseconds = 20_000;

/** Sends events over HTTP to the address that is set at that time; rejects without one. */
export const sendTo =
  (address: () => string | undefined): SendEvent =>
  async (body, signature) => {
    const url = address();
    if (url === undefined) throw new Error('There is no address for events.');
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    const signal = AbortSignal.timeout(waitMilliseconds);
    const response = await fetch(url, { method: 'POST', headers, body, signal });
    await response.body?.cancel();
    return response.status;
  };
