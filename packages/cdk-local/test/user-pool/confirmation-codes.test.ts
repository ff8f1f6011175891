import { expect, test } from '@jest/globals';
import { createConfirmationCodes } from '../../user-pool/confirmation-codes.ts';

const email = 'a@b.example';

test('codes for an address are taken in their order, each once', async () => {
  const { add, take } = createConfirmationCodes();
  add({ email, code: '1' });
  add({ email: 'other@b.example', code: '2' });
  add({ email, code: '3' });
  expect([await take(email), await take(email)]).toEqual(['1', '3']);
});

test('who asks before there is a code waits for it', async () => {
  const { add, take } = createConfirmationCodes();
  const [first, second] = [take(email), take(email)];
  add({ email: 'other@b.example', code: '1' });
  add({ email, code: '2' });
  add({ email, code: '3' });
  expect([await first, await second]).toEqual(['2', '3']);
});
