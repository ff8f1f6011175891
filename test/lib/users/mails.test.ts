import { expect, test } from '@jest/globals';
import { controlPlaneEnvironment, signUpMailEnvironment } from '../../../src/environment.ts';
import { readEnvironment } from '../../../src/read-environment.ts';
import { deployedVariablesOf, grantsOf, variablesOf } from '../functions/function-properties.ts';
import { templateOf } from '../synthesis.ts';

type Variables = ReturnType<typeof deployedVariablesOf>;

const mail = { from: 'hello@example.com', replyTo: 'help@example.com', region: 'eu-west-1' };

test.each([
  ['ControlPlaneSignUpMail', (variables: Variables) => readEnvironment(signUpMailEnvironment, variables)],
  ['ControlPlaneApi', (variables: Variables) => readEnvironment(controlPlaneEnvironment, variables)],
] as const)('with SES, %s sends mails, from the identity of the settings alone', (mailer, read) => {
  const template = templateOf('prod', { settings: { mail } });
  const identity = ['arn:', { Ref: 'AWS::Partition' }, ':ses:eu-west-1:', { Ref: 'AWS::AccountId' }];
  expect(grantsOf(template, mailer)).toContainEqual([
    'ses:SendEmail',
    { 'Fn::Join': ['', [...identity, ':identity/hello@example.com']] },
  ]);
  expect(variablesOf(template, mailer)).toMatchObject({
    MAIL_FROM: expect.stringMatching(/ <hello@example\.com>$/),
    MAIL_REPLY_TO: 'help@example.com',
    MAIL_REGION: 'eu-west-1',
  });
  expect(() => read(deployedVariablesOf(template, mailer))).not.toThrow();
});

test.each(['ControlPlaneSignUpMail', 'ControlPlaneApi'])('without SES, %s may send no mail', (mailer) => {
  const template = templateOf('prod');
  expect(grantsOf(template, mailer).filter(([action]) => String(action).startsWith('ses:'))).toEqual([]);
  expect(variablesOf(template, mailer)).not.toHaveProperty('MAIL_FROM');
});
