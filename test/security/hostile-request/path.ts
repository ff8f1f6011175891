import fc from 'fast-check';
import { often } from './often.ts';

/** Paths of the gateway, and others, with secrets in some. */
export const pathWith = (secrets: readonly string[]) => {
  const odd = fc.oneof(
    fc.constantFrom(
      '/',
      '//',
      '/devnet/',
      '/DEVNET',
      '/devnet/..',
      '/%00',
      '/%ff',
      '/%',
      '/..%2f',
      '/v1/keys',
      '/\\',
      '/*',
    ),
    fc.webPath(),
    fc.nat(9_000).map((length) => `/${'a'.repeat(length)}`),
    fc.constantFrom(...secrets).map((secret) => `/devnet?api-key=${secret}&__proto__[a]=1`),
    fc.constantFrom(...secrets).map((secret) => `/${secret}`),
  );
  return often(
    fc.constantFrom('/devnet', '/'),
    odd.filter((path) => /^\/[\x21-\x7e]*$/.test(path)),
  );
};
