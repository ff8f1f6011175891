import Stripe from 'stripe';
import type { StripeApi } from '../../packages/fake-stripe/http/stripe-api.ts';
import type { ExcessKeyDeps } from '../../src/billing/excess-keys.ts';
import type { Directory } from '../../src/table/directory-table.ts';

/** From 0 to less than 1, always the same for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Fate = {
  /** The process ends at this call to Stripe or Directory, counted from 1. */
  readonly diesAt?: number;
  /** The share of requests to Stripe that fail, half of them after they were carried out. */
  readonly faults?: number;
};

class ProcessDiedError extends Error {
  readonly code = 'process_died';
}

/** A process of the gateway: others run between any two of its calls, and it may end at any of them. */
export function gatewayProcess(
  deps: ExcessKeyDeps,
  api: StripeApi,
  random: () => number,
  { diesAt, faults = 0 }: Fate,
) {
  let calls = 0;
  let isDead = false;
  const pause = async () => {
    for (let turns = Math.floor(random() * 4); turns > 0; turns -= 1) {
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  };
  /** Carries a call out, or not; a dead process never hears of it, and makes no other. */
  const step = async <T>(call: () => T | Promise<T>): Promise<T> => {
    await pause();
    if (isDead) throw new ProcessDiedError();
    calls += 1;
    if (calls === diesAt) {
      isDead = true;
      if (random() < 0.5) await call();
    }
    if (isDead) throw new ProcessDiedError();
    const result = await call();
    await pause();
    return result;
  };
  const stripe = pacedStripe(api, step, () => random() < faults, random);
  return { ...deps, stripe, directory: paced(deps.directory, step) };
}

type Step = <T>(call: () => T | Promise<T>) => Promise<T>;

const paced = (directory: Directory, step: Step): Directory => ({
  ...directory,
  get: (...args) => step(() => directory.get(...args)),
  put: (...args) => step(() => directory.put(...args)),
  transact: (...args) => step(() => directory.transact(...args)),
});

function pacedStripe(api: StripeApi, step: Step, isFault: () => boolean, random: () => number): Stripe {
  const answer: typeof fetch = async (url, init = {}) => {
    const { pathname, search } = new URL(String(url));
    const { method = 'GET', body, headers } = init;
    const request = { method, target: `${pathname}${search}`, headers: new Headers(headers), body: String(body ?? '') };
    const answered = await step(() => {
      if (!isFault()) return api.answer(request);
      if (random() < 0.5) api.answer(request);
      return undefined;
    });
    if (!answered) throw Object.assign(new Error('The connection broke.'), { code: 'ECONNREFUSED' });
    return new Response(String(answered.body), answered);
  };
  return new Stripe(api.apiKey, {
    httpClient: Stripe.createFetchHttpClient(answer),
    maxNetworkRetries: 0,
    telemetry: false,
  });
}
