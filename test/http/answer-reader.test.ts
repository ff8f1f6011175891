import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { maxAnswerBytes } from '../../src/http/http-exchange.ts';
import { read, readByNode, withoutSurplus } from './reading.ts';

const ok = 'HTTP/1.1 200 OK\r\n';
const of = (text: string) => read([Buffer.from(text, 'latin1')]);
const bodyOf = (text: string) => {
  const answer = of(text);
  return typeof answer === 'string' ? answer : answer.body.toString();
};

describe('the body of an answer is', () => {
  test.each([
    ['of the given length', `${ok}Content-Length: 3\r\n\r\nabc`, 'abc'],
    ['empty', `${ok}Content-Length: 0\r\n\r\n`, ''],
    ['in chunks', `${ok}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n00A\r\nbcdefghijk\r\n0\r\n\r\n`, 'abcdefghijk'],
    ['in chunks with extensions', `${ok}Transfer-Encoding: CHUNKED\r\n\r\n1;a="b"\r\na\r\n0;c\r\n\r\n`, 'a'],
    ['before trailers', `${ok}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nA: b\r\nC: d\r\n\r\n`, 'a'],
    ['as long as the connection', `${ok}\r\nabc`, 'abc'],
    ['before surplus bytes', `${ok}Content-Length: 1\r\n\r\nab`, 'a'],
    ['empty with 204', 'HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\n', ''],
    ['empty with 304', 'HTTP/1.1 304 Not Modified\r\n\r\n', ''],
    ['after interim answers', `HTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 100 \r\n\r\n${ok}\r\nabc`, 'abc'],
  ])('%s', (_, text, body) => expect(bodyOf(text)).toBe(body));
});

describe('refused as damaged', () => {
  const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
    ['a status of 600', 'HTTP/1.1 600 What\r\n\r\n'],
    ['an interim answer in HTTP/1.0', 'HTTP/1.0 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\n\r\n'],
    ['a header without a name', `${ok}: b\r\n\r\n`],
    ['a header without a colon', `${ok}abc\r\n\r\n`],
    ['a space before the colon', `${ok}Content-Length : 3\r\n\r\nabc`],
    ['a header folded over two lines', `${ok}A: b\r\n c\r\n\r\n`],
    ['a lone line feed', `${ok}A: b\nContent-Length: 3\r\n\r\nabc`],
    ['a head with line feeds alone, at once', 'HTTP/1.1 200 OK\nContent-Length: 2\n\n{}'],
    ['a head with one line feed alone, at once', `${ok}Content-Length: 2\n`],
    ['a NUL in a header', `${ok}A: b\0c\r\n\r\n`],
    ['two lengths', `${ok}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc`],
    ['a list of lengths', `${ok}Content-Length: 3, 3\r\n\r\nabc`],
    ['a length that is not a number', `${ok}Content-Length: 0x3\r\n\r\nabc`],
    ['a length of more than fifteen digits', `${ok}Content-Length: ${'9'.repeat(400)}\r\n\r\n`],
    ['a negative length', `${ok}Content-Length: -3\r\n\r\nabc`],
    ['a length and chunks', `${ok}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['another coding', `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
    ['two codings', `${ok}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a chunk without a size', `${chunked}\r\n`],
    ['a size that is not a number', `${chunked}g\r\n`],
    ['a size with a space after it', `${chunked}1 \r\na\r\n0\r\n\r\n`],
    ['a size of nine digits', `${chunked}000000001\r\na\r\n0\r\n\r\n`],
    ['a size that ends with a line feed alone', `${chunked}1\na\r\n0\r\n\r\n`],
    ['a chunk that is longer than its size', `${chunked}1\r\nab\r\n0\r\n\r\n`],
    ['a length after the body', `${chunked}0\r\nContent-Length: 1\r\n\r\n`],
    ['a malformed trailer', `${chunked}0\r\nabc\r\n\r\n`],
    ['an endless chunk line', `${chunked}1;${'a'.repeat(5_000)}`],
    ['endless trailers', `${chunked}0\r\n${`A: ${'b'.repeat(1_000)}\r\n`.repeat(20)}`],
    ['an endless head', `${ok}A: ${'b'.repeat(20_000)}`],
    ['a head that is too long', `${ok}A: ${'b'.repeat(20_000)}\r\n\r\n`],
    ['endless interim answers', `HTTP/1.1 103 Early\r\nA: ${'b'.repeat(1_000)}\r\n\r\n`.repeat(20)],
  ])('%s', (_, text) => expect(of(text)).toBe('damaged'));
});

test.each([
  ['a head', `${ok}Content-Le`],
  ['a body', `${ok}Content-Length: 4\r\n\r\nabc`],
  ['a chunk', `${ok}Transfer-Encoding: chunked\r\n\r\n4\r\nabc`],
  ['the end of the chunks', `${ok}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n`],
])('an answer that ends in the middle of %s is incomplete', (_, text) => expect(of(text)).toBe('more'));

describe('an answer over the size limit', () => {
  test.each([
    ['by its length, before the body arrives', `${ok}Content-Length: ${maxAnswerBytes + 1}\r\n\r\n`, 'too_large'],
    ['by a chunk, before it arrives', `${ok}Transfer-Encoding: chunked\r\n\r\n7fffffff\r\n`, 'too_large'],
    ['by a byte', `${ok}\r\n${'a'.repeat(maxAnswerBytes + 1)}`, 'too_large'],
  ])('is abandoned early: %s', (_, text, progress) => expect(of(text)).toBe(progress));

  test.each([
    ['', maxAnswerBytes],
    [`Content-Length: ${maxAnswerBytes}\r\n`, maxAnswerBytes],
  ])('is one byte over the limit (%#)', (header, size) => {
    expect(of(`${ok}${header}\r\n${'a'.repeat(size)}`)).toHaveProperty('body.length', size);
  });
});

test('headers have lower-case names and trimmed values; of duplicates, the first counts', () => {
  expect(of(`${ok}A-B:  c d \t\r\nx:\r\nA-b: e\r\n__proto__: f\r\n\r\n`)).toMatchObject({
    status: 200,
    headers: { 'a-b': 'c d', x: '' },
  });
});

describe('the connection can be reused', () => {
  test.each([
    [true, `${ok}Content-Length: 1\r\n\r\na`],
    [true, `${ok}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    [true, 'HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n'],
    [false, `${ok}\r\nabc`],
    [false, `${ok}Content-Length: 1\r\n\r\nab`],
    [false, `${ok}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n`],
    [false, 'HTTP/1.1 204 No Content\r\n\r\na'],
    [false, 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
    [false, `${ok}Connection: Close\r\nContent-Length: 0\r\n\r\n`],
  ])('%p after %j', (keptAlive, text) => expect(of(text)).toMatchObject({ keptAlive }));
});

const texts = fc.string({ unit: fc.constantFrom('a', '\r', '\n', '0', ' ', '\r\n'), maxLength: 12 });
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const bodied = fc
  .tuple(
    fc.constantFrom('', 'HTTP/1.1 100 Continue\r\n\r\n'),
    fc.constantFrom('HTTP/1.1 200 OK\r\n', 'HTTP/1.1 404\r\n', 'HTTP/1.0 503 x y\r\n'),
    fc.constantFrom('', 'A: b\r\n', 'Connection: close\r\n', 'Connection: keep-alive\r\nX: y\r\n'),
    fc.oneof(
      texts.map((text) => `\r\n${text}`),
      texts.map((text) => `Content-Length: ${text.length}\r\n\r\n${text}`),
      fc
        .array(texts.filter((text) => text !== ''))
        .map((parts) => `Transfer-Encoding: chunked\r\n\r\n${parts.map(chunk).join('')}0\r\n\r\n`),
    ),
  )
  .map((parts) => parts.join(''));
const bodiless = fc.constantFrom('HTTP/1.1 204 z\r\n\r\n', 'HTTP/1.1 304 z\r\nContent-Length: 9\r\n\r\n');
const wellFormed = fc.oneof({ weight: 9, arbitrary: bodied }, bodiless).map((text) => Buffer.from(text));

test('an answer reads the same however it is split into pieces', () => {
  const cuts = fc.array(fc.nat(300), { maxLength: 40 });
  fc.assert(
    fc.property(wellFormed, cuts, (bytes, at) => {
      const edges = [0, ...at.filter((cut) => cut < bytes.length).toSorted((one, other) => one - other), bytes.length];
      const pieces = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
      expect(read(pieces)).toEqual(read([bytes]));
    }),
    { numRuns: 1_000 },
  );
});

const damage = fc.array(
  fc.record({
    at: fc.nat(300),
    cut: fc.nat(3),
    put: fc.constantFrom('', '\r', '\n', ' ', ':', '0', '1', 'a', '\0', '\r\n', 'Content-Length: 1\r\n', 'HTTP/1.1 '),
  }),
  { maxLength: 3 },
);

test('what the reader accepts, Node’s own client reads in the same way', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(wellFormed, damage, async (bytes, damages) => {
      let text = bytes.toString('latin1');
      for (const { at, cut, put } of damages) text = text.slice(0, at) + put + text.slice(at + cut);
      const answer = of(text);
      if (typeof answer === 'string') return;
      taken += 1;
      const byNode = await readByNode(withoutSurplus(Buffer.from(text, 'latin1')));
      expect({ status: answer.status, body: answer.body.toString() }).toEqual({
        status: byNode?.status,
        body: byNode?.body.toString(),
      });
    }),
    { numRuns: 2_000 },
  );
  expect(taken).toBeGreaterThan(500);
});

test('a well-formed answer reads the same as with Node’s own client', async () => {
  await fc.assert(
    fc.asyncProperty(wellFormed, async (bytes) => {
      expect(read([bytes])).toMatchObject((await readByNode(bytes)) ?? { status: 'none' });
    }),
    { numRuns: 500 },
  );
});
