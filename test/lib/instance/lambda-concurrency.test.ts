import { describe, expect, test } from '@jest/globals';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import fc from 'fast-check';
import { reserveConcurrency } from '../../../lib/instance/lambda-concurrency.ts';
import { stageNamed } from '../../../lib/instance/stage.ts';
import { ConfigurationError } from '../../../lib/settings/configuration-error.ts';
import { billing, propertiesOf, stackOf, stageNames, templateOf } from '../synthesis.ts';

describe('the account’s quota of concurrent executions', () => {
  test('is divided: the proxy gets two thirds of the calls’ part, and 100 stay unreserved', () => {
    expect(reserveConcurrency(1_000, { billing: false })).toEqual({
      authorizer: 254,
      proxy: 510,
      tally: 50,
      api: 50,
      publicApi: 5,
      keyAuthorizer: 5,
      keyApi: 5,
      tokenAuthorizer: 5,
      signUpMail: 2,
      userConfirmed: 2,
      watch: 2,
      usageDays: 2,
      accountSweep: 2,
      preTrafficCheck: 3,
      fileCopier: 3,
    });
  });

  test('gives the functions of billing a share only with billing', () => {
    const { authorizer, proxy, ...others } = reserveConcurrency(1_000, { billing: true });
    expect(others).toMatchObject({ billingEvents: 5, billingReconciliation: 2 });
    expect(authorizer + proxy).toBe(254 + 510 - 7);
  });

  test('is fully divided for any quota: every share is a whole number, and 100 are left', () => {
    fc.assert(
      fc.property(fc.integer({ min: 215, max: 1_000_000 }), fc.boolean(), (quota, billing) => {
        const shares = Object.values(reserveConcurrency(quota, { billing }));
        expect(shares.every((each) => Number.isInteger(each) && each > 0)).toBe(true);
        expect(shares.reduce((sum, each) => sum + each, 100)).toBe(quota);
      }),
    );
  });

  test.each([205, 100, 10, 0, -1_000])('of %i is too small to reserve from, and the error says what to do', (quota) => {
    const reserve = () => reserveConcurrency(quota, { billing: false });
    expect(reserve).toThrow(ConfigurationError);
    expect(reserve).toThrow(/which is too small: .* New accounts start at 10: request 1,000/);
  });
});

describe('reserved concurrency', () => {
  const reservedIn = (template: ReturnType<typeof templateOf>) =>
    Object.fromEntries(
      Object.entries(propertiesOf(template, 'AWS::Lambda::Function')).flatMap(([id, properties]) =>
        properties.ReservedConcurrentExecutions === undefined
          ? []
          : [[id.replace(/Function[0-9A-F]{8}$/, ''), properties.ReservedConcurrentExecutions]],
      ),
    );

  test('is set for each function', () => {
    const reservedConcurrency = {
      authorizer: 1,
      proxy: 2,
      tally: 3,
      api: 4,
      watch: 5,
      usageDays: 6,
      preTrafficCheck: 7,
      publicApi: 8,
      signUpMail: 9,
      userConfirmed: 10,
      accountSweep: 11,
      billingEvents: 12,
      billingReconciliation: 13,
      keyAuthorizer: 15,
      keyApi: 16,
      fileCopier: 17,
      tokenAuthorizer: 18,
    };
    const stage = { ...stageNamed('prod'), reservedConcurrency };
    expect(reservedIn(templateOf('prod', { stage, settings: { billing } }))).toEqual({
      DataPlaneAuthorizer: 1,
      DataPlaneProxy: 2,
      DataPlaneRecordStreamTally: 3,
      ControlPlaneApi: 4,
      Watch: 5,
      UsageDays: 6,
      ReleaseCheck: 7,
      ControlPlanePublicApi: 8,
      ControlPlaneSignUpMail: 9,
      ControlPlaneUserPoolUserConfirmed: 10,
      AccountSweep: 11,
      BillingEvents: 12,
      BillingReconciliation: 13,
      ControlPlaneKeyApiAuthorizer: 15,
      ControlPlaneKeyApiHandler: 16,
      ControlPlaneTokenAuthorizer: 18,
      CustomCDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C1025MiB129ED1BD: 17,
    });
  });

  test('of a deployment shrinks the share of calls before that of others grows', () => {
    const functions = Object.entries(
      templateOf('prod', { settings: { lambdaConcurrency: 1_000 } }).findResources('AWS::Lambda::Function'),
    );
    const called = (name: RegExp) => functions.filter(([id]) => name.test(id));
    const first = called(/^DataPlane(Authorizer|Proxy)/).map(([id]) => id);
    const grown = called(/^ControlPlaneKeyApi|1025MiB/);
    expect([first.length, grown.length]).toEqual([2, 3]);
    for (const [, { DependsOn }] of grown) expect(DependsOn).toEqual(expect.arrayContaining(first));
  });

  test.each(stageNames)('is not set on %s by default: all functions share the account’s', (stageName) => {
    expect(reservedIn(templateOf(stageName))).toEqual({});
  });

  test.each([
    ['dev', undefined, 0],
    ['prod', undefined, 1],
    ['prod', 1_000, 0],
  ])('of %s with lambdaConcurrency %j: %i warnings that customers share all executions', (name, quota, warnings) => {
    const found = Annotations.fromStack(stackOf(name, { settings: { lambdaConcurrency: quota } })).findWarning(
      '*',
      Match.stringLikeRegexp('No Lambda concurrency is reserved'),
    );
    expect(found).toHaveLength(warnings);
  });
});
