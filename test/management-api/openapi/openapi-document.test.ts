import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { components as clientComponents } from '../../../dashboard/client/paths.ts';
import { apiRoutes } from '../../../src/management-api/api-routes.ts';
import { currentKeyRoute } from '../../../src/management-api/current-key-contract.ts';
import { openApiDocument } from '../../../src/management-api/openapi/openapi-document.ts';
import { examples } from '../../../src/management-api/openapi/openapi-examples.ts';
import type { OperationContract } from '../../../src/management-api/operation.ts';
import { publicRoutes } from '../../../src/management-api/public-routes.ts';

const file = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));
// The linter that the client's generator is built on.
const client = fileURLToPath(new URL('../../../dashboard/client/package.json', import.meta.url));
const generator = createRequire(client).resolve('openapi-typescript/package.json');
const linter = createRequire(generator).resolve('@redocly/openapi-core');
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
if (process.env.UPDATE_OPENAPI) writeFileSync(file, text);

describe('docs/openapi.json', () => {
  test('is up to date with the routes and schemas; `npm run openapi` updates it', () => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('is accepted by an independent validator', async () => {
    await expect(SwaggerParser.validate(file)).resolves.toHaveProperty('openapi', '3.1.0');
  });

  test('has no finding of Redocly’s recommended rules', async () => {
    const { createConfig, lint } = await import(linter);
    const config = await createConfig({ extends: ['recommended'] });
    const findings: { ruleId: string; message: string }[] = await lint({ ref: file, config });
    expect(findings.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test('has a valid example of each body that it shows', () => {
    const known: readonly OperationContract[] = [...apiRoutes, ...publicRoutes, currentKeyRoute].map(
      ({ operation }) => operation,
    );
    for (const [id, { request, response }] of Object.entries(examples)) {
      const operation = known.find((one) => one.id === id);
      const [success] = Object.entries(operation?.responses ?? {}).find(([status]) => status < '300') ?? [];
      if (request !== undefined) expect(v.is(operation?.request.body ?? v.never(), request)).toBe(true);
      const schema = operation?.responses[Number(success)] ?? v.never();
      if (response !== undefined) expect({ id, parsed: v.parse(schema, response) }).toEqual({ id, parsed: response });
    }
  });

  test('says that further values may appear in responses, and lists those that a request may have', () => {
    const { components, paths } = openApiDocument();
    expect(JSON.stringify(components)).not.toContain('"enum"');
    expect(JSON.stringify(paths)).toContain('"enum":["active","revoked"]');
    // A generated client takes a plan, a state and an outcome that did not exist when it was made.
    const account: Pick<clientComponents['schemas']['Account'], 'planId' | 'state'> = {
      planId: 'platinum',
      state: 'frozen',
    };
    const request: Pick<clientComponents['schemas']['Request'], 'outcome'> = { outcome: 'melted' };
    expect({ account, request }).toBeDefined();
  });
});
