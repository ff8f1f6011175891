import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { requireJson, requireUtf8 } from '../../src/json-rpc/parse-request.ts';
import { isValid, maxBatchSize, parseRpcRequest, rawId } from '../../src/json-rpc/rpc-request.ts';
import { GatewayError } from '../../src/runtime/gateway-errors.ts';
import { anyText, jsonText, numberText, objectText, stringText } from './json-text.ts';

const call = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';
const batchOf = (n: number) => `[${Array.from({ length: n }, () => call).join(',')}]`;

function errorOf(act: () => unknown): GatewayError {
  try {
    act();
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('the content type', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
    ' application/json ',
  ])('%p is accepted', (contentType) => {
    expect(() => requireJson(contentType)).not.toThrow();
  });

  test.each([
    'text/plain',
    'application/json-rpc',
    'application/vnd.api+json',
    'application/json, text/plain',
    'application/x-www-form-urlencoded; a=application/json',
  ])('%p is refused by name', (contentType) => {
    const error = errorOf(() => requireJson(contentType));
    expect(error.reason).toBe('unsupported_media_type');
    expect(error.message).toBe(
      `Send the request with Content-Type: application/json, not ${contentType.split(';')[0]}.`,
    );
  });

  test.each([undefined, '', ' ; charset=utf-8'])('%p is refused as missing', (contentType) => {
    const error = errorOf(() => requireJson(contentType));
    expect(error.reason).toBe('unsupported_media_type');
    expect(error.message).toBe('Send the request with Content-Type: application/json; the header is missing.');
  });

  test('of any length is refused with a short message', () => {
    expect(errorOf(() => requireJson('a'.repeat(9_000))).message.length).toBeLessThan(200);
  });
});

describe('a single call', () => {
  test('is one element with its raw text', () => {
    const body = ` ${call}\r\n`;
    const element = { raw: body, call: { method: 'getHealth', id: 1 } };
    expect(parseRpcRequest(body)).toEqual({ batch: false, elements: [element] });
  });

  test('that is invalid is one element with its problem', () => {
    const [element] = parseRpcRequest('{"jsonrpc":"2.0","id":7,"method":""}').elements;
    expect(element?.problem).toBe('Not a valid JSON-RPC 2.0 call: `method` must not be empty.');
    expect(element?.call).toBeUndefined();
  });

  test.each(['1', '"getHealth"', 'null', 'true'])('%s is not a call', (body) => {
    const request = parseRpcRequest(body);
    expect(request.batch).toBe(false);
    expect(request.elements.filter(isValid)).toEqual([]);
  });
});

describe('a batch', () => {
  test.each([1, 2, maxBatchSize])('of %d calls is accepted', (n) => {
    const { batch, elements } = parseRpcRequest(batchOf(n));
    expect(batch).toBe(true);
    expect(elements).toEqual(Array.from({ length: n }, () => ({ raw: call, call: { method: 'getHealth', id: 1 } })));
  });

  test.each(['[]', ' [\n] '])('that is empty (%j) is refused', (body) => {
    const error = errorOf(() => parseRpcRequest(body));
    expect(error.reason).toBe('invalid_request');
    expect(error.message).toBe('The batch is empty: send at least one call.');
  });

  test.each([maxBatchSize + 1, 1_000])('of %d calls is refused', (n) => {
    const error = errorOf(() => parseRpcRequest(batchOf(n)));
    expect(error.reason).toBe('batch_too_large');
    expect(error.message).toBe('The batch has more than 100 calls. Split it into smaller batches.');
  });

  test('may mix valid and invalid elements, each with its raw text, in order', () => {
    const { elements } = parseRpcRequest(`[ 1 , ${call},{"id":12345678901234567890},[${call}] ]`);
    expect(elements.map(({ raw }) => raw)).toEqual(['1', call, '{"id":12345678901234567890}', `[${call}]`]);
    expect(elements.map(isValid)).toEqual([false, true, false, false]);
    expect(elements[3]?.problem).toBe('Not a valid JSON-RPC 2.0 call: a call must be a JSON object, not an array.');
  });
});

describe('a body that is not JSON', () => {
  test.each(['', ' ', '\n\t', '\ufeff'])('that is empty (%j) is refused with that reason', (body) => {
    const error = errorOf(() => parseRpcRequest(body));
    expect(error.reason).toBe('parse_error');
    expect(error.message).toBe('The body is empty: send a JSON-RPC 2.0 call as JSON.');
  });

  test.each(['{', '{"id":1,}', "{'id':1}", `${call}${call}`, 'undefined', 'NaN', `\ufeff${call}`, '\0'])(
    '(%j) is refused with the position of the error',
    (body) => {
      const error = errorOf(() => parseRpcRequest(body));
      expect(error.reason).toBe('parse_error');
      expect(error.message).toMatch(/^The body is not valid JSON \(.+\): send a JSON-RPC 2.0 call as JSON\.$/s);
    },
  );

  test('of any length is refused with a short message', () => {
    expect(errorOf(() => parseRpcRequest('x'.repeat(1_000_000))).message.length).toBeLessThan(400);
  });
});

test.each(['slc_secret', '{"a":slc_secret}', '"slc_secret', '{"id":1} slc_secret', `${' '.repeat(99)}slc_secret`])(
  'the error for a body that is not JSON (%j) does not quote it',
  (body) => {
    const { reason, message } = errorOf(() => parseRpcRequest(body));
    expect(reason).toBe('parse_error');
    expect(message).not.toContain('slc_');
  },
);

describe('the text of a body', () => {
  test.each(['', '{}', '"κόσμε 🌍"', '"\\ufffd"', '"\\ud800"'])('%j is accepted', (body) => {
    expect(() => requireUtf8(body)).not.toThrow();
  });

  // A cut-off character of four bytes becomes three bytes of U+FFFD, so the length does not show it.
  test.each([[0xff], [0x22, 0xc3, 0x28, 0x22], [0xed, 0xa0, 0x80], [0xf0, 0x9f], [0x22, 0xf0, 0x9f, 0x98, 0x22]])(
    'is refused if its bytes are not valid UTF-8',
    (...bytes) => {
      const { reason, message } = errorOf(() => requireUtf8(Buffer.from(bytes).toString('utf8')));
      expect(reason).toBe('parse_error');
      expect(message).toContain('write an intended U+FFFD as \\ufffd');
    },
  );

  test('is refused if it contains half a surrogate pair, which UTF-8 cannot encode', () => {
    expect(errorOf(() => requireUtf8('"\ud800"')).reason).toBe('parse_error');
  });
});

describe('deep nesting does no harm', () => {
  test.each([
    ['open arrays', '['.repeat(100_000)],
    ['open objects', '{"a":'.repeat(100_000)],
  ])('100,000 %s are not JSON', (_, body) => {
    expect(errorOf(() => parseRpcRequest(body)).reason).toBe('parse_error');
  });

  test('100,000 arrays are a batch of one invalid element', () => {
    const { elements } = parseRpcRequest(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(elements.map(isValid)).toEqual([false]);
  });

  test('100,000 arrays as params are a valid call', () => {
    const params = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { elements } = parseRpcRequest(`{"jsonrpc":"2.0","id":1,"method":"m","params":${params}}`);
    expect(elements.map(isValid)).toEqual([true]);
  });
});

describe('the raw id of a call', () => {
  test('keeps every digit of any number and every escape of any string', () => {
    fc.assert(
      fc.property(fc.oneof(numberText, stringText), objectText, (id, { text }) => {
        const members = text.trim().slice(1, -1).trim();
        const raw = `{${members}${members && ','} "i\\u0064"\n:\t${id} }`;
        expect(rawId(raw)).toBe(id);
      }),
      { numRuns: 300 },
    );
  });

  test('is the last one if the name occurs twice, as with JSON.parse', () => {
    expect(rawId('{"id":1,"i\\u0064":"2"}')).toBe('"2"');
    expect(rawId('{"id":1,"id":null}')).toBe('null');
  });

  test.each(['{}', '{"id":null}', '{"id":true}', '{"id":[1]}', '{"id":{"id":1}}', '[{"id":1}]', '1', '"id"'])(
    'of %s is null',
    (raw) => {
      expect(rawId(raw)).toBe('null');
    },
  );
});

test('any text gives a valid request or a gateway error, never another error', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        jsonText.map(({ text }) => text),
      ),
      (body) => {
        try {
          const { elements } = parseRpcRequest(body);
          expect(elements.length).toBeGreaterThanOrEqual(1);
          expect(elements.length).toBeLessThanOrEqual(maxBatchSize);
          for (const element of elements) expect(element.problem === undefined).toBe(isValid(element));
        } catch (error) {
          if (!(error instanceof GatewayError)) throw error;
          expect(['parse_error', 'invalid_request']).toContain(error.reason);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test('an id over 4 KB is not echoed, so that the errors of a batch fit into one answer', () => {
  const of = (length: number) => `{"jsonrpc":"2.0","id":"${'x'.repeat(length)}","method":"getHealth"}`;
  expect(rawId(of(4_094))).toHaveLength(4_096);
  expect(rawId(of(4_095))).toBe('null');
});
