import { expect, test } from '@jest/globals';
import { contentTypeOf } from '../../s3/content-type.ts';

test.each([
  ['index.html', 'text/html'],
  ['assets/app-1a.js', 'text/javascript'],
  ['assets/app.CSS', 'text/css'],
  ['favicon.svg', 'image/svg+xml'],
  ['config.json', 'application/json'],
  ['a.b/none', 'binary/octet-stream'],
  ['file.unknown', 'binary/octet-stream'],
  ['file.constructor', 'binary/octet-stream'],
])('%s is stored as %s', (key, type) => {
  expect(contentTypeOf(key)).toBe(type);
});
