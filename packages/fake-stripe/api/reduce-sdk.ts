import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Stripe from 'stripe';
import { readDeclarations } from './declarations.ts';
import type { Fields, ParameterTable } from './parameter-type.ts';
import { reduceInterface } from './reduce-types.ts';
import { operations } from './sdk-operations.ts';

export const parametersFile = new URL('parameters.json', import.meta.url);

/** The text of `parameters.json` for the installed SDK: one line for each operation. */
export function reduceSdk(): string {
  const folder = join(createRequire(import.meta.url).resolve('stripe'), '../..');
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').trim();
  const shared = readDeclarations(read('esm/shared.d.ts'));
  const reduced = operations.map(([route, file, type]): [string, Fields] => {
    const scope = readDeclarations(read(`esm/resources/${file}.d.ts`), shared);
    const inner = [...scope.namespaces.values()].find(({ interfaces }) => interfaces.has(type));
    return [route, reduceInterface(inner ?? scope, type)];
  });
  return written({
    apiVersion: Stripe.API_VERSION,
    openApiVersion: read('OPENAPI_VERSION'),
    sdkVersion: read('VERSION'),
    operations: Object.fromEntries(reduced),
  });
}

function written({ operations, ...versions }: ParameterTable): string {
  const lines = Object.entries(operations).map(([route, fields]) => `    "${route}": ${JSON.stringify(fields)}`);
  const head = JSON.stringify(versions, undefined, 2).slice(0, -2);
  return `${head},\n  "operations": {\n${lines.join(',\n')}\n  }\n}\n`;
}
