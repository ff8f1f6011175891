import { beforeAll, describe, expect, test } from '@jest/globals';
import { authorize } from '../../src/keys/authorize.ts';
import { RefusalRecords } from '../../src/records/refusal-records.ts';
import { hourMs } from '../../src/time.ts';
import { UserDirectory } from '../../src/users/user-directory.ts';
import { newUser, noon, startApi, type TestApi, type User } from '../management-api/api.ts';
import { effort } from '../support/effort.ts';
import { plans } from '../support/settings.ts';
import { FakeSecretsManager } from './fake-secrets-manager.ts';
import { type RotationModule, rotationModule, rotationSteps } from './rotation-module.ts';

const graceHours = 24;

const rotations = effort(10, 100);
/** Far more than the faults explain. */
const mostTries = 100;

class AnyPassword extends UserDirectory {
  constructor() {
    super({ send: () => Promise.reject(new Error('This test has no user pool.')) }, 'none');
  }

  override isPassword = async () => true;
}

let api: TestApi;
let rotation: RotationModule;
beforeAll(async () => {
  api = await startApi({ users: new AnyPassword() });
  rotation = await rotationModule();
});

class Killed extends Error {}

/** What may go wrong, as often as `fault` says. */
type Fault = (kind: 'lost request' | 'lost answer' | 'late request' | 'killed') => boolean;

const never: Fault = () => false;

/** A key whose secret is in Secrets Manager, and the gateway as the function reaches it. */
async function rotatedKey(fault: Fault = never, onAnswer: () => Promise<void> = async () => {}) {
  api.time.now = noon;
  const user = newUser();
  const { key, secret } = (await api.call(user, 'POST', '/v1/keys', { json: { name: 'backend' } })).body;
  const json = { name: 'rotation', permissions: ['keys'], expiresInDays: null, password: 'any' };
  const token: string = (await api.call(user, 'POST', '/v1/tokens', { json })).body.secret;
  const secrets = new FakeSecretsManager(secret);
  const late: (() => Promise<unknown>)[] = [];
  let kill = (_: Killed): void => {};
  // The function does nothing any more, and catches nothing.
  const die = (): Promise<never> => {
    kill(new Killed());
    return new Promise(() => {});
  };
  const killable = async <T>(action: () => Promise<T>): Promise<T> => {
    if (fault('killed')) return die();
    const result = await action();
    return fault('killed') ? die() : result;
  };
  const serve = async (url: URL, options: RequestInit): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(options.headers));
    if (url.pathname === '/v1/key') {
      const identity = await identityOf(headers['x-api-key'] ?? '');
      return identity ? Response.json({ keyId: identity.keyId }) : new Response('{}', { status: 403 });
    }
    const target = url.pathname.replace('/by-token', '');
    const bearer = headers.authorization?.replace('Bearer ', '') ?? '';
    const text = typeof options.body === 'string' ? { text: options.body } : {};
    const sent = { ...text, headers: { 'idempotency-key': headers['idempotency-key'] ?? 'none' } };
    const { status, body } = await api.callWithToken(bearer, options.method ?? 'GET', target, sent);
    return Response.json(body, { status });
  };
  const network: typeof fetch = async (input, options = {}) => {
    const url = new URL(String(input));
    const { method } = options;
    return killable(async () => {
      if (fault('lost request')) throw new Error('lost');
      if (method === 'POST' && fault('late request')) {
        late.push(() => serve(url, options));
        throw new Error('late');
      }
      const response = await serve(url, options);
      await onAnswer();
      if (fault('lost answer')) throw new Error('lost');
      return response;
    });
  };
  const gateway = {
    apiUrl: 'https://api.example',
    token,
    keyId: key.keyId,
    graceHours,
    fetch: network,
    pause: async () => {},
  };
  const handler = rotation.createHandler({
    secrets: { send: (command) => killable(() => secrets.send(command)) },
    readGateway: async () => gateway,
  });
  const run = (Step: string, ClientRequestToken: string) =>
    new Promise<void>((resolve, reject) => {
      kill = reject;
      handler({ Step, SecretId: 'secret', ClientRequestToken }).then(resolve, reject);
    });
  const deliverLate = async () => {
    for (const request of late.splice(0)) await request();
  };
  return { user, keyId: key.keyId, secrets, run, deliverLate, gateway };
}

const identityOf = (secret: string) => {
  const { directory, clock, records, log } = api.deps;
  return authorize(secret, 'devnet', {
    directory,
    plans,
    refusals: new RefusalRecords({ records, clock, log }),
    clock,
  });
};

/** How many secrets of a key work, and nobody has. */
async function unknownSecrets(user: User, keyId: string, { values }: FakeSecretsManager): Promise<number> {
  const { secrets } = (await api.call(user, 'GET', `/v1/keys/${keyId}`)).body;
  const known = new Set(values.map((value) => value.slice(0, 8)));
  return secrets.filter(({ firstCharacters }: { firstCharacters: string }) => !known.has(firstCharacters)).length;
}

async function rotate({ secrets, run }: Awaited<ReturnType<typeof rotatedKey>>): Promise<void> {
  const id = secrets.startRotation();
  for (const step of rotationSteps) await run(step, id);
}

describe('the rotation function', () => {
  test('stores a new secret; the old one works for its grace period', async () => {
    const key = await rotatedKey();
    const before = key.secrets.current;
    await rotate(key);
    expect(key.secrets.current).not.toBe(before);
    expect(await identityOf(key.secrets.current)).toMatchObject({ keyId: key.keyId });
    api.time.now += graceHours * hourMs - 1;
    expect(await identityOf(before)).toBeDefined();
    api.time.now += 1;
    expect(await identityOf(before)).toBeUndefined();
  });

  test('works with a secret that has only a placeholder yet', async () => {
    const key = await rotatedKey();
    const secrets = new FakeSecretsManager('generated by the deployment');
    const handler = rotation.createHandler({ secrets, readGateway: async () => key.gateway });
    const ClientRequestToken = secrets.startRotation();
    for (const Step of rotationSteps) await handler({ Step, SecretId: 'secret', ClientRequestToken });
    expect(await identityOf(secrets.current)).toMatchObject({ keyId: key.keyId });
  });

  test(`${rotations} rotations with lost and late requests, lost answers, repeated steps and killed functions refuse no client`, async () => {
    let seed = 37;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const counts: Record<string, number> = {};
    const chance = { 'lost request': 0.1, 'lost answer': 0.2, 'late request': 0.15, killed: 0.05 };
    let isFaulty = true;
    // Also that of an answer on its way to the function.
    const countUnknown = async () => {
      counts.unknown = Math.max(counts.unknown ?? 0, await unknownSecrets(key.user, key.keyId, key.secrets));
    };
    const key = await rotatedKey((kind) => {
      const happens = isFaulty && random() < chance[kind];
      if (happens) counts[kind] = (counts[kind] ?? 0) + 1;
      return happens;
    }, countUnknown);
    const clients = Array.from({ length: 4 }, () => ({ secret: key.secrets.current, readAt: api.time.now }));
    const load = async () => {
      for (const client of clients) {
        // They keep a value for up to half of the grace period.
        if (api.time.now - client.readAt > (graceHours / 2) * hourMs * random()) {
          Object.assign(client, { secret: key.secrets.current, readAt: api.time.now });
        }
        counts.calls = (counts.calls ?? 0) + 1;
        if (!(await identityOf(client.secret))) counts.refused = (counts.refused ?? 0) + 1;
      }
    };
    const seen = new Set<string>();
    for (let done = 0; done < rotations; done += 1) {
      const id = key.secrets.startRotation();
      for (const step of rotationSteps) {
        let tries = 0;
        for (let isDone = false; !isDone; tries += 1) {
          isDone = await key.run(step, id).then(
            // A step that is done comes again now and then, as Secrets Manager may call it twice.
            () => random() > 0.2,
            (error: unknown) => {
              if (tries > mostTries) throw new Error(`${step} of rotation ${done} does not end`, { cause: error });
              return false;
            },
          );
          await load();
          if (random() < 0.5) await key.deliverLate();
          await load();
        }
      }
      seen.add(key.secrets.current);
      // A request is on its way for seconds. The API knows its Idempotency-Key for 24 hours.
      await key.deliverLate();
      for (let hours = 0; hours < graceHours + 1; hours += 5) {
        api.time.now += 5 * hourMs;
        await load();
      }
    }
    isFaulty = false;
    expect(seen.size).toBe(rotations);
    expect(counts).toMatchObject({ unknown: 1 });
    expect(counts.refused).toBeUndefined();
    for (const kind of ['lost request', 'lost answer', 'late request', 'killed'])
      expect(counts[kind]).toBeGreaterThanOrEqual(rotations / 10);
    expect(counts.calls).toBeGreaterThan(40 * rotations);
  });

  test('a request that arrives after its function was killed changes nothing', async () => {
    let isLate = true;
    let isKilled = false;
    const key = await rotatedKey((kind) => {
      const happens = (kind === 'late request' && isLate) || (kind === 'killed' && isKilled);
      if (kind === 'late request' && isLate) [isLate, isKilled] = [false, true];
      else if (happens) isKilled = false;
      return happens;
    });
    const id = key.secrets.startRotation();
    await expect(key.run('createSecret', id)).rejects.toThrow(Killed);
    for (const step of rotationSteps) await key.run(step, id);
    const { current } = key.secrets;
    await key.deliverLate();
    expect(await identityOf(current)).toMatchObject({ keyId: key.keyId });
  });

  test('refuses to rotate while the grace period of the last rotation runs, and changes nothing', async () => {
    const key = await rotatedKey();
    await rotate(key);
    const { current } = key.secrets;
    api.time.now += hourMs;
    await expect(rotate(key)).rejects.toThrow(/^The grace period of the last rotation runs until 2026-11-21T12/);
    expect(key.secrets.current).toBe(current);
    expect(await identityOf(current)).toBeDefined();
    api.time.now += graceHours * hourMs;
    await rotate(key);
    expect(await identityOf(key.secrets.current)).toBeDefined();
  });

  test.each([
    [undefined, 500],
    ['0', 500],
    ['2', 2_000],
    ['3600', 5_000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 500],
  ])('waits before it asks a busy gateway again: Retry-After %s, %d ms', async (retryAfter, ms) => {
    const key = await rotatedKey();
    let isBusy = true;
    const pauses: number[] = [];
    const readGateway = async () => ({
      ...key.gateway,
      pause: async (pause: number) => void pauses.push(pause),
      fetch: (...asked: Parameters<typeof fetch>) => {
        if (!isBusy) return key.gateway.fetch(...asked);
        isBusy = false;
        const headers = { ...(retryAfter !== undefined && { 'retry-after': retryAfter }) };
        return Promise.resolve(new Response('{}', { status: 503, headers }));
      },
    });
    const handler = rotation.createHandler({ secrets: key.secrets, readGateway });
    await handler({ Step: 'createSecret', SecretId: 'secret', ClientRequestToken: key.secrets.startRotation() });
    expect(pauses).toEqual([ms]);
  });

  test('rotates its own key if the stored secret is one of another key, which is revoked', async () => {
    const key = await rotatedKey();
    const { body } = await api.call(key.user, 'POST', '/v1/keys', { json: { name: 'old' } });
    await api.call(key.user, 'POST', `/v1/keys/${body.key.keyId}/revoke`);
    const secrets = new FakeSecretsManager(body.secret);
    const handler = rotation.createHandler({ secrets, readGateway: async () => key.gateway });
    const ClientRequestToken = secrets.startRotation();
    for (const Step of rotationSteps) await handler({ Step, SecretId: 'secret', ClientRequestToken });
    expect(await identityOf(secrets.current)).toMatchObject({ keyId: key.keyId });
    expect(await identityOf(body.secret)).toBeUndefined();
  });

  test('says what is wrong, and never a secret', async () => {
    const key = await rotatedKey();
    const { tokens } = (await api.call(key.user, 'GET', '/v1/tokens')).body;
    await api.call(key.user, 'POST', `/v1/tokens/${tokens[0].tokenId}/revoke`);
    await expect(rotate(key)).rejects.toThrow('The account token is revoked or has expired.');
    const other = await rotatedKey();
    await api.call(other.user, 'POST', `/v1/keys/${other.keyId}/revoke`);
    await expect(rotate(other)).rejects.toThrow('The key is revoked. Create a key, and store its secret.');
    await expect(other.run('createSecret', 'another version')).rejects.toThrow('This version is not the pending one.');
  });

  test('never makes a secret current that another rotation has replaced', async () => {
    const key = await rotatedKey();
    const id = key.secrets.startRotation();
    for (const step of rotationSteps.slice(0, 3)) await key.run(step, id);
    const { current } = key.secrets;
    await api.call(key.user, 'POST', `/v1/keys/${key.keyId}/rotate`, { json: { graceHours } });
    await expect(key.run('testSecret', id)).rejects.toThrow('The gateway refuses the pending secret.');
    await expect(key.run('finishSecret', id)).rejects.toThrow('The pending secret is not the newest of the key.');
    expect(key.secrets.current).toBe(current);
    await rotate(key);
    expect(await identityOf(key.secrets.current)).toBeDefined();
  });
});
