import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type Fields, parameterTable } from './parameter-type.ts';

/** The operations that the fake knows, and their parameters. `write-parameters.ts` writes the file. */
const table = v.parse(parameterTable, JSON.parse(readFileSync(new URL('parameters.json', import.meta.url), 'utf8')));

/** The version of the API that the fake has. */
export const { apiVersion } = table;

const routes = Object.entries(table.operations).map(([route, fields]) => ({
  pattern: new RegExp(`^${route.replace(/:id/g, '[^/]+')}$`),
  fields,
}));

/** The parameters of an operation; undefined if the fake does not have it. */
export const findParameters = (method: string, path: string): Fields | undefined =>
  routes.find(({ pattern }) => pattern.test(`${method} ${path}`))?.fields;
