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
  test.each(['/', '/keys', '/keys/', '/keys/01K/usage', '/v1.0/keys', '/a.b/c'])('%s with its page', (uri) => {
    expect(lookedFor(uri)).toBe('{"method":"GET","uri":"/index.html","headers":{}}');
  });

  test.each(['/index.html', '/config.json', '/favicon.svg', '/assets/index-1a2b.js', '/assets/.', '/.well-known/a.b'])(
    '%s with the file or not at all, and never with its page',
    (uri) => {
      expect(lookedFor(uri)).toBe(`{"method":"GET","uri":"${uri}","headers":{}}`);
    },
  );
});
