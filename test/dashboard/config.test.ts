import { afterAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { loadConfig } from '../../dashboard/config.ts';

const minimal = {
  apiUrl: '/',
  userPool: { endpoint: 'http://127.0.0.1:8547', id: 'us-east-1_abc', clientId: 'client' },
  service: { name: 'Acme RPC' },
  signUp: 'open',
};

const request = jest.spyOn(globalThis, 'fetch');
const serve = (config: unknown) => request.mockResolvedValue(Response.json(config));

beforeEach(() => void request.mockReset());
afterAll(() => request.mockRestore());

describe('config.json', () => {
  test('is read past every cache', async () => {
    serve(minimal);
    expect(await loadConfig()).toEqual(minimal);
    expect(request).toHaveBeenCalledWith('/config.json', { cache: 'no-store' });
  });

  test('may have a logo, links and a sign-up policy', async () => {
    const service = {
      name: 'Acme RPC',
      logo: '/logo-1a2b.svg',
      support: 'mailto:help@acme.example',
      terms: 'https://acme.example/terms',
    };
    for (const signUp of ['closed', { emailDomains: ['acme.example'] }]) {
      serve({ ...minimal, service, signUp });
      expect(await loadConfig()).toEqual({ ...minimal, service, signUp });
    }
  });

  test.each([
    ['no name', { ...minimal, service: {} }],
    ['a support link that runs a script', { ...minimal, service: { name: 'Acme', support: 'javascript:alert(1)' } }],
    ['terms at an address without TLS', { ...minimal, service: { name: 'Acme', terms: 'http://acme.example' } }],
    ['a logo of another origin', { ...minimal, service: { name: 'Acme', logo: 'https://acme.example/logo.svg' } }],
    ['a logo at another host', { ...minimal, service: { name: 'Acme', logo: '//acme.example/logo.svg' } }],
    ['an unknown policy', { ...minimal, signUp: 'sometimes' }],
    ['another page', '<!doctype html>'],
  ])('is refused with %s', async (_, config) => {
    serve(config);
    await expect(loadConfig()).rejects.toMatchObject({
      code: 'config_unreadable',
      cause: { name: 'ValiError' },
    });
  });
});
