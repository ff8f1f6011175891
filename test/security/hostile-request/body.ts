import fc from 'fast-check';
import { anyText, jsonText, numberText, stringText } from '../../json-rpc/json-text.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { sickMethods } from '../hostile-node.ts';
import { often } from './often.ts';

/** Bodies of valid calls, with ids, params and members as odd as JSON allows. */
const validCall = fc
  .record({
    id: fc.oneof(numberText, stringText),
    method: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('getHealth', 'getSlot', 'sendTransaction', 'constructor', '__proto__') },
      { weight: 1, arbitrary: fc.constantFrom(...sickMethods) },
      { weight: 1, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 70 }) },
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

const tooLong = fc.array(almostCall, { minLength: 90, maxLength: 120 }).map((all) => `[${all.join(',')}]`);

const damaged = fc
  .tuple(validCall, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }))
  .map(([body, at, bytes]) => {
    const buffer = Buffer.from(body);
    buffer.set(bytes.subarray(0, buffer.length), at % Math.max(1, buffer.length - bytes.length));
    return buffer;
  });

const random = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));

/** Bodies: calls, valid and almost valid, other JSON, damaged text, bytes, and secrets where a body should be. */
export const bodyWith = (secrets: readonly string[]): fc.Arbitrary<Buffer> => {
  const text = fc.oneof(
    { weight: 4, arbitrary: validCall },
    { weight: 2, arbitrary: batch },
    { weight: 1, arbitrary: almostCall },
    { weight: 1, arbitrary: anyText },
    { weight: 1, arbitrary: nested },
    { weight: 1, arbitrary: fc.constantFrom(...secrets) },
    { weight: 1, arbitrary: tooLong },
  );
  const whole = text.map((body) => Buffer.from(body));
  return fc.oneof({ weight: 6, arbitrary: whole }, { weight: 2, arbitrary: damaged }, { weight: 1, arbitrary: random });
};
