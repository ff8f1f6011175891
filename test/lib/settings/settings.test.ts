import { describe, expect, test } from '@jest/globals';
import { functionSettings } from '../../../lib/settings/function-settings.ts';
import { parseSettings } from '../../../lib/settings/settings.ts';
import { readFunctionSettings } from '../../../src/settings.ts';
import { given, problemsOf } from './refusals.ts';

describe('the settings', () => {
  test('of this repository are valid, with their defaults', () => {
    const settings = parseSettings(given, 'sluice.config.ts');
    expect(settings).toMatchObject({
      signUp: 'open',
      domains: {},
      plans: [{ id: 'free', availability: 'open' }, {}, {}, {}],
    });
    expect(settings.budget).toBeUndefined();
  });

  test('give functions no address of the operator', () => {
    const secret = { alarmEmail: 'ops@example.com', budget: { dollarsPerMonth: 5, email: 'boss@example.com' } };
    const read = functionSettings(parseSettings({ ...given, ...secret }, 'test'));
    expect(JSON.stringify(read)).not.toMatch(/ops@|boss@/);
    expect(Object.keys(read)).toEqual([
      'service',
      'currency',
      'plans',
      'networks',
      'signUp',
      'freeAccountDollarsPerWeek',
      'signUpMailsPerDay',
      'watchEverySeconds',
    ]);
  });

  test('leave some of Cognito’s own mails for lost passwords, and send more by SES', () => {
    const mailsOf = (changes: object) =>
      functionSettings(parseSettings({ ...given, ...changes }, 'test')).signUpMailsPerDay;
    expect(mailsOf({})).toBe(40);
    expect(mailsOf({ mail: { from: 'hello@example.com' } })).toBe(1_000);
    expect(mailsOf({ signUpMailsPerDay: 7 })).toBe(7);
    expect(() => mailsOf({ signUpMailsPerDay: 51 })).toThrow('signUpMailsPerDay: must be at most 50 without mail');
  });

  test('make functions refuse what has not come through the firewall, if there is one', () => {
    const webAcl = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/11111111-2222-3333-4444-555555555555';
    const isBehindFirewall = (changes: object) =>
      functionSettings(parseSettings({ ...given, ...changes }, 'test')).isBehindFirewall;
    expect(isBehindFirewall({ webAcl })).toBe(true);
    expect(isBehindFirewall({})).toBeUndefined();
    const regional = webAcl.replace('us-east-1', 'eu-central-1').replace('global', 'regional');
    expect(() => isBehindFirewall({ webAcl: regional })).toThrow('must be the ARN of a web ACL for CloudFront');
  });

  test.each([
    [{ plan: [] }, 'plan: is not a setting. Correct its name, or remove it.'],
    [{ service: undefined }, 'service: is missing.'],
    [{ service: { ...given.service, nmae: 'X' } }, 'service.nmae: is not a setting. Correct its name, or remove it.'],
    [{ service: { ...given.service, name: '' } }, 'service.name: must have 1 to 40 characters'],
    [{ service: { ...given.service, name: 'a<b' } }, 'service.name: must have 1 to 40 characters'],
    [{ service: { ...given.service, problemTypes: 'problems' } }, 'service.problemTypes: must be an https URL.'],
    [
      { service: { ...given.service, problemTypes: 'https://a.example/' } },
      "service.problemTypes: must not end with '/'.",
    ],
    [
      { service: { ...given.service, support: 'help@example.com' } },
      'service.support: must be an https URL, or mailto:',
    ],
    [{ service: { ...given.service, terms: 'http://example.com' } }, 'service.terms: must be an https URL.'],
    [
      { service: { ...given.service, logo: 'logo.gif' } },
      'service.logo: must be the path of an .svg, .png or .webp file.',
    ],
    [{ signUp: 'invited' }, "signUp: must be 'open', 'closed' or { emailDomains: ['example.com'] }"],
    [{ signUp: { emailDomains: [] } }, 'signUp.emailDomains: needs at least one domain.'],
    [{ signUp: { emailDomains: ['Example.com'] } }, 'signUp.emailDomains.0: must be a host name in lower case'],
    [{ secretPrefix: 'acme_' }, 'secretPrefix: must be 2 to 8 letters, without the underscore that follows them'],
    [{ secretPrefix: 'slt' }, 'secretPrefix: must be 2 to 8 letters'],
    [{ secretPrefix: 'a' }, 'secretPrefix: must be 2 to 8 letters'],
    [{ corsHeaders: ['X-Source'] }, 'corsHeaders.0: must be the name of a header in lower case'],
    [{ corsHeaders: ['*, x'] }, 'corsHeaders.0: must be the name of a header in lower case'],
    [{ alarmEmail: 'ops' }, 'alarmEmail: must be an email address'],
    [{ alarmEmail: ['a@b.example'] }, 'alarmEmail: must be a text, not a list.'],
    [{ mail: { from: 'no-reply' } }, 'mail.from: must be an email address'],
    [{ mail: { from: 'a@b.example', region: 'Frankfurt' } }, 'mail.region: must be an AWS region'],
    [{ budget: { dollarsPerMonth: 0, email: 'a@b.example' } }, 'budget.dollarsPerMonth: must be at least 1.'],
    [{ budget: 500 }, 'budget: must be an object, not 500.'],
    [{ lambdaConcurrency: '1000' }, 'lambdaConcurrency: must be a number, not "1000".'],
    [{ capacity: {} }, 'capacity.minWrites: is missing.'],
    [{ capacity: { minWrites: 1.5 } }, 'capacity.minWrites: must be a whole number.'],
    [
      { capacity: { minWrites: 500, maxWrites: 400 } },
      'capacity: seedWrites must lie between minWrites and maxWrites.',
    ],
    [{ capacity: { minWrites: 500, targetUtilization: 95 } }, 'capacity.targetUtilization: must be at most 90.'],
    [{ domains: { api: { name: 'api.example.com' } } }, 'domains.api: needs the ARN of a certificate'],
  ])('are refused with the path and the fix: %j', (changes, problem) => {
    expect(problemsOf(changes)).toEqual([expect.stringContaining(problem)]);
  });

  test('are refused with every problem at once', () => {
    expect(problemsOf({ networks: [], plans: [], alarmEmail: '' })).toHaveLength(3);
  });

  test.each([undefined, null, 'settings', 5])('cannot be %j', (value) => {
    expect(() => parseSettings(value, 'x.ts')).toThrow(
      /^The settings in x\.ts are wrong:\n {2}- the settings must be an object/,
    );
  });
});

test('provisioned capacity has defaults for all but its minimum', () => {
  const { capacity } = parseSettings({ ...given, capacity: { minWrites: 200 } }, 'test');
  expect(capacity).toEqual({ minWrites: 200, maxWrites: 40_000, seedWrites: 200, targetUtilization: 70 });
});

test('a function without its settings beside it says so', () => {
  expect(() => readFunctionSettings({ LAMBDA_TASK_ROOT: '/nowhere' })).toThrow(/\/nowhere\/settings\.json/);
});
