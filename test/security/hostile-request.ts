import { validateHeaderName, validateHeaderValue } from 'node:http';
import fc from 'fast-check';
import { anyText, jsonText, numberText, stringText } from '../json-rpc/json-text.ts';
import { sickMethods } from './hostile-node.ts';

/** The secrets a hostile client knows: they may stand anywhere in what it sends. */
export type KnownSecrets = {
  readonly active: string;
  readonly limited: string;
  readonly revoked: string;
  readonly unknown: string;
};

/** A request as it goes over the wire. */
export type HostileRequest = {
  readonly method: string;
  readonly path: string;
  /** Names and values in turn; a name may stand twice. */
  readonly headers: readonly string[];
  readonly body: Buffer;
};

const often = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: other });

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

/** Bodies of valid calls, with ids, params and members as odd as JSON allows. */
const validCall = fc
  .record({
    id: fc.oneof(numberText, stringText),
    method: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('getHealth', 'getSlot', 'sendTransaction', 'constructor', '__proto__') },
      { weight: 1, arbitrary: fc.constantFrom(...sickMethods) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 70 }) },
    ),
    params: fc.oneof(
      fc.constant('[]'),
      jsonText.map(({ text }) => text),
    ),
    more: fc.constantFrom(
      '',
      ',"__proto__":{"admin":true}',
      ',"constructor":{"prototype":1}',
      ',"id":7',
      ',"METHOD":"x"',
    ),
  })
  .map(
    ({ id, method, params, more }) =>
      `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}${more}}`,
  );

const almostCall = fc
  .record(
    {
      jsonrpc: often(fc.constant('2.0'), fc.jsonValue()),
      id: often(fc.integer(), fc.jsonValue()),
      method: fc.oneof(fc.string({ minLength: 65 }), fc.constant(''), fc.jsonValue()),
      params: fc.oneof(fc.string(), fc.constant(null), fc.jsonValue()),
    },
    { requiredKeys: [] },
  )
  .map((value) => JSON.stringify(value));

const batch = fc
  .array(often(validCall, fc.oneof(almostCall, anyText)), { maxLength: 12 })
  .map((all) => `[${all.join(',')}]`);
const nested = fc
  .tuple(fc.constantFrom('[', '{"a":', '[{"id":'), fc.nat(20_000))
  .map(([open, depth]) => open.repeat(depth));

const bodyWith = (secrets: readonly string[]) => {
  const text = fc.oneof(
    { weight: 4, arbitrary: validCall },
    { weight: 2, arbitrary: batch },
    { weight: 1, arbitrary: almostCall },
    { weight: 1, arbitrary: anyText },
    { weight: 1, arbitrary: nested },
    { weight: 1, arbitrary: fc.constantFrom(...secrets) },
    {
      weight: 1,
      arbitrary: fc.array(almostCall, { minLength: 90, maxLength: 120 }).map((all) => `[${all.join(',')}]`),
    },
  );
  const whole = text.map((body) => Buffer.from(body));
  const damaged = fc
    .tuple(validCall, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }))
    .map(([body, at, bytes]) => {
      const buffer = Buffer.from(body);
      buffer.set(bytes.subarray(0, buffer.length), at % Math.max(1, buffer.length - bytes.length));
      return buffer;
    });
  const random = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
  return fc.oneof({ weight: 6, arbitrary: whole }, { weight: 2, arbitrary: damaged }, { weight: 1, arbitrary: random });
};

const pathWith = (secrets: readonly string[]) => {
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

/** Any request that a hostile client who knows these secrets might send. */
export function hostileRequests(known: KnownSecrets): fc.Arbitrary<HostileRequest> {
  const secrets = Object.values(known);
  return fc.record({
    method: fc.oneof(
      { weight: 12, arbitrary: fc.constant('POST') },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'PUT', 'OPTIONS', 'HEAD', 'DELETE') },
    ),
    path: pathWith(secrets),
    headers: fc
      .tuple(keyHeaders(known), fc.array(contentType, { minLength: 1, maxLength: 1 }), otherHeaders(secrets))
      .map((parts) => parts.flat().filter(sendable).flat()),
    body: bodyWith(secrets),
  });
}
