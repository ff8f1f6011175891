import { describe, expect, test } from '@jest/globals';
import { messageIn } from '../../../local/user-pool/messages.ts';

/** What cognito-local 5.3.0 writes of a sign-up. */
const msg = `╭───────────────────────────────────────────────────────╮
│                                                       │
│   Confirmation Code Delivery                          │
│                                                       │
│   Username:    45e7723e-e336-42e0-b788-9f42226faf48   │
│   Destination: a@b.example                            │
│   Code:        079422                                 │
│                                                       │
╰───────────────────────────────────────────────────────╯`;

describe('in what cognito-local writes', () => {
  test('a code is found with the address it goes to', () => {
    expect(messageIn(JSON.stringify({ level: 30, reqId: '4750833f', target: 'SignUp', msg }))).toEqual({
      email: 'a@b.example',
      code: '079422',
    });
  });

  test.each(['{"level":40,"msg":"Error handling target: SignUp"}', '{"level":30}', 'no JSON', ''])(
    'there is none in %j',
    (line) => {
      expect(messageIn(line)).toBeUndefined();
    },
  );
});
