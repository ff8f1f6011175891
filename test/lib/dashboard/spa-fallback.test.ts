import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { settings } from '../../support/settings.ts';
import { propertiesOf, templateOf } from '../synthesis.ts';

const file = fileURLToPath(new URL('../../../lib/dashboard/spa-fallback.js', import.meta.url));

/** The path that the function looks for in place of this one. */
function lookedFor(uri: string): unknown {
  const context = vm.createContext({ event: { request: { method: 'GET', uri, headers: {} } } });
  return vm.runInContext(`${readFileSync(file, 'utf8')}\nJSON.stringify(handler(event))`, context);
}

describe('the dashboard answers', () => {
  test.each([
    '/',
    '/keys',
    '/keys/',
    '/keys/01K/usage',
    '/keys/foo.bar',
    '/docs/api',
    '/a.b/c',
    '/.well-known/change-password',
  ])('%s with its page', (uri) => {
    expect(lookedFor(uri)).toBe('{"method":"GET","uri":"/index.html","headers":{}}');
  });

  test.each([
    '/index.html',
    '/config.json',
    '/robots.txt',
    '/favicon.svg',
    '/docs/api.md',
    '/assets/index-1a2b.js',
    '/assets/none',
    '/.well-known/a.b',
    // By which browsers find out whether this origin answers everything with 200 (W3C, change-password).
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
  ])('%s with the file or not at all, and never with its page', (uri) => {
    expect(lookedFor(uri)).toBe(`{"method":"GET","uri":"${uri}","headers":{}}`);
  });

  test('/favicon.ico with the icon that there is', () => {
    expect(lookedFor('/favicon.ico')).toBe('{"method":"GET","uri":"/favicon.svg","headers":{}}');
  });
});

describe('security.txt', () => {
  const path = '/.well-known/security.txt';
  const code = (contact: string) =>
    readFileSync(file, 'utf8').replace("securityContact = ''", `securityContact = '${contact}'`);
  const answer = (contact: string) => {
    const request = { method: 'GET', uri: path, headers: { host: { value: 'app.example.com' } } };
    const context = vm.createContext({ event: { request } });
    return JSON.parse(vm.runInContext(`${code(contact)}\nJSON.stringify(handler(event))`, context));
  };

  test('names the contact, and expires in the next year (RFC 9116)', () => {
    const { statusCode, headers, body } = answer('mailto:security@example.com');
    expect([statusCode, headers['content-type'].value]).toEqual([200, 'text/plain; charset=utf-8']);
    const [contact, expires = '', ...others] = body.split('\n');
    expect(contact).toBe('Contact: mailto:security@example.com');
    const [, at = ''] = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/.exec(expires) ?? [];
    expect(Date.parse(at)).toBeGreaterThan(Date.now());
    expect(Date.parse(at)).toBeLessThan(Date.now() + 365 * 86_400_000);
    expect(others).toEqual([
      'Preferred-Languages: en',
      'Canonical: https://app.example.com/.well-known/security.txt',
      '',
    ]);
  });

  test('does not exist without a contact', () => {
    expect(answer('')).toMatchObject({ uri: path });
  });

  test.each([
    [{ support: 'https://help.example.com', security: 'mailto:security@example.com' }, 'mailto:security@example.com'],
    [{ support: 'https://help.example.com' }, 'https://help.example.com'],
    [{}, ''],
  ])('has the contact of the settings: %j', (service, contact) => {
    const template = templateOf('dev', { settings: { service: { ...settings.service, ...service } } });
    const [{ FunctionCode } = { FunctionCode: '' }] = Object.values(
      propertiesOf(template, 'AWS::CloudFront::Function'),
    );
    expect(FunctionCode).toContain(`securityContact = ${JSON.stringify(contact)};`);
  });
});
