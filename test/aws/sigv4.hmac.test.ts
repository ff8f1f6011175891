import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { HmacSha256 } from '../../src/aws/sigv4.ts';

test('a code equals that of Node’s HMAC, for every key of at most a block and every text', () => {
  const keys = fc.uint8Array({ maxLength: 64 });
  const texts = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(keys, texts, (key, all) => {
      const mac = new HmacSha256(Buffer.from(key));
      for (const text of all) expect(mac.hex(text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
    }),
  );
});
