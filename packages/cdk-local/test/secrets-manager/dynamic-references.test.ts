import { expect, test } from '@jest/globals';
import { DynamicReferenceError, resolveReferences } from '../../secrets-manager/dynamic-references.ts';
import { secretArn } from '../../template/secret-arns.ts';

const secrets = new Map([['Proof', 'value']]);
const arn = secretArn('Proof', { region: 'eu-central-1', accountId: '000000000000' });

test.each([
  ['no reference', 'no reference'],
  [`{{resolve:secretsmanager:${arn}:SecretString:::}}`, 'value'],
  [`{{resolve:secretsmanager:${arn}}}`, 'value'],
  ['before {{resolve:secretsmanager:Proof}} after', 'before value after'],
])('%s becomes %s', (text, resolved) => {
  expect(resolveReferences(text, secrets)).toBe(resolved);
});

test.each([
  '{{resolve:secretsmanager:Other}}',
  `{{resolve:secretsmanager:${arn}:SecretString:user::}}`,
  '{{resolve:ssm:parameter:1}}',
])('%s is refused', (text) => {
  expect(() => resolveReferences(text, secrets)).toThrow(DynamicReferenceError);
});
