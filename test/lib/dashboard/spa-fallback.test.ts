import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { describe, expect, test } from '@jest/globals';

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
