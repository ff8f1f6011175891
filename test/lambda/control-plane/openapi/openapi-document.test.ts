import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { validate } from '@apidevtools/swagger-parser';
import { describe, expect, test } from '@jest/globals';
import { openApiDocument } from '../../../../lambda/control-plane/openapi/openapi-document.ts';

const file = fileURLToPath(new URL('../../../../docs/openapi.json', import.meta.url));
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
if (process.env.UPDATE_OPENAPI) writeFileSync(file, text);

describe('docs/openapi.json', () => {
  test('is up to date with the routes and schemas; `npm run openapi` updates it', () => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('is accepted by an independent validator', async () => {
    await expect(validate(file)).resolves.toHaveProperty('openapi', '3.1.0');
  });
});
