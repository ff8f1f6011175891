import { validateHeaderName, validateHeaderValue } from 'node:http';
import fc from 'fast-check';
import type { KnownSecrets } from './known-secrets.ts';
import { often } from './often.ts';

const sendable = ([name, value]: readonly [string, string]): boolean => {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return !/^(host|content-length|transfer-encoding|connection|expect|upgrade|trailer|te|keep-alive)$/i.test(name);
  } catch {
    return false;
  }
};

const latin1 = fc.string({
  unit: fc.integer({ min: 9, max: 255 }).map((code) => String.fromCharCode(code)),
  maxLength: 60,
});

const keyHeaders = (secrets: KnownSecrets) => {
  const { active, limited, revoked, unknown } = secrets;
  const odd = fc.oneof(
    fc.constantFrom(
      revoked,
      unknown,
      '',
      ' ',
      `${active},${active}`,
      `${active}x`,
      active.slice(0, -1),
      `Bearer ${active}`,
    ),
    fc.nat(41).map((at) => `${active.slice(0, at)}~${active.slice(at + 1)}`),
    fc.nat(8_000).map((length) => 'k'.repeat(length)),
    latin1,
  );
  const one = fc.oneof(
    { weight: 8, arbitrary: fc.constant(active) },
    { weight: 1, arbitrary: fc.constant(limited) },
    { weight: 3, arbitrary: odd },
  );
  const name = fc.constantFrom('X-API-KEY', 'x-api-key', 'X-Api-Key');
  const header = fc.tuple(name, one);
  return fc.oneof(
    { weight: 9, arbitrary: header.map((only) => [only]) },
    { weight: 1, arbitrary: fc.constant<[string, string][]>([]) },
    { weight: 1, arbitrary: fc.tuple(header, header) },
  );
};

const otherHeaders = (secrets: readonly string[]) => {
  const secret = fc.constantFrom(...secrets);
  const name = fc.oneof(
    fc.constantFrom(
      '__proto__',
      'constructor',
      'X-Forwarded-For',
      'Accept-Encoding',
      'Origin',
      'User-Agent',
      'X-Amzn-Trace-Id',
    ),
    fc.string({ unit: fc.constantFrom(...'abcXYZ-_!#$'), minLength: 1, maxLength: 20 }),
  );
  return fc.array(
    fc.oneof(
      fc.tuple(name, fc.oneof(latin1, fc.constantFrom('gzip', '*;q=0', 'https://evil.example'))),
      fc.tuple(fc.constantFrom('Cookie', 'Authorization', 'User-Agent', 'Referer', 'X-Custom'), secret),
    ),
    { maxLength: 4 },
  );
};

const contentType = often(
  fc.constant('application/json'),
  fc.oneof(
    fc.constantFrom('text/plain', 'application/json;charset=utf-16', 'APPLICATION/JSON ; x', 'multipart/form-data', ''),
    latin1,
  ),
).map((value): [string, string] => ['Content-Type', value]);

/** Raw headers, names and values in turn: valid and invalid keys, a content type, and any others. */
export const headersWith = (known: KnownSecrets) =>
  fc
    .tuple(keyHeaders(known), fc.array(contentType, { minLength: 1, maxLength: 1 }), otherHeaders(Object.values(known)))
    .map((parts) => parts.flat().filter(sendable).flat());
