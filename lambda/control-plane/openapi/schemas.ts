import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { accountShape } from '../shapes/account.ts';
import { endpointShape } from '../shapes/endpoint.ts';
import { keyShape } from '../shapes/key.ts';
import { planShape } from '../shapes/plan.ts';
import { problemShape } from '../shapes/problem.ts';
import { requestShape } from '../shapes/request.ts';
import { figuresShape, methodFiguresShape, usageShape } from '../shapes/usage.ts';

/** The schemas that have a name of their own in the document. */
const definitions: Record<string, v.GenericSchema> = {
  Account: accountShape,
  Plan: planShape,
  Endpoint: endpointShape,
  Key: keyShape,
  Figures: figuresShape,
  MethodFigures: methodFiguresShape,
  Usage: usageShape,
  Request: requestShape,
  Problem: problemShape,
};

/** Checks that JSON Schema cannot state are left out; the API makes them all the same. */
const conversion: ConversionConfig = {
  target: 'draft-2020-12',
  errorMode: 'ignore',
  // What a client sees of a parameter is what comes of its text: a number, not digits.
  typeMode: 'output',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** A schema in JSON Schema, with references to {@link namedSchemas}. */
export function schemaObject(schema: v.GenericSchema) {
  const { $schema, $defs, ...rest } = toJsonSchema(schema, { ...conversion, definitions });
  return rest;
}

/** The document's `components.schemas`. */
export const namedSchemas = () => toJsonSchemaDefs(definitions, conversion);
