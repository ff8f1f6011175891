import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { problemSchema } from '../problems.ts';
import { accountSchema, endpointSchema, planSchema } from '../schemas/account-schemas.ts';
import { activitySchema } from '../schemas/activity-schema.ts';
import { analysisSchema } from '../schemas/analysis-schema.ts';
import { billingSchema, invoiceSchema } from '../schemas/billing-schemas.ts';
import { currentKeySchema } from '../schemas/current-key-schema.ts';
import { keySchema } from '../schemas/key-schema.ts';
import { networkSchema } from '../schemas/network-schema.ts';
import { requestSchema } from '../schemas/request-schema.ts';
import { tokenSchema } from '../schemas/token-schema.ts';
import {
  figuresSchema,
  keysUsageSchema,
  methodFiguresSchema,
  splitUsageSchema,
  usageSchema,
} from '../schemas/usage-schema.ts';

/** The body of errors that API Gateway answers itself. */
const gatewayMessageSchema = v.object({ message: v.string() });

/** Schemas that the document refers to by name. */
const definitions: Record<string, v.GenericSchema> = {
  Account: accountSchema,
  Plan: planSchema,
  Billing: billingSchema,
  Invoice: invoiceSchema,
  Endpoint: endpointSchema,
  Key: keySchema,
  Token: tokenSchema,
  CurrentKey: currentKeySchema,
  Figures: figuresSchema,
  MethodFigures: methodFiguresSchema,
  Usage: usageSchema,
  UsageByKey: keysUsageSchema,
  UsageSplit: splitUsageSchema,
  Network: networkSchema,
  Request: requestSchema,
  RequestAnalysis: analysisSchema,
  Activity: activitySchema,
  Problem: problemSchema,
  GatewayMessage: gatewayMessageSchema,
};

const conversion: ConversionConfig = {
  target: 'draft-2020-12',
  // The API makes some checks that JSON Schema cannot express.
  errorMode: 'ignore',
  // Describes a parameter as the value that its text is parsed to: a number, not a string of digits.
  typeMode: 'output',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** The schema of a value in a request, with references to {@link namedSchemas}. */
export function requestObject(schema: v.GenericSchema) {
  const { $schema, $defs, ...rest } = toJsonSchema(schema, { ...conversion, definitions });
  return rest;
}

/** The schema of a response, with references to {@link namedSchemas}. */
export const responseObject = (schema: v.GenericSchema): unknown => openEnums(requestObject(schema));

/** The document's `components.schemas`: all of them describe responses. */
export const namedSchemas = (): unknown => openEnums(toJsonSchemaDefs(definitions, conversion));

const enumSchema = v.looseObject({ enum: v.array(v.string()), description: v.optional(v.string()) });

/** Values of responses may get company, and generated clients would fail on a value outside of an `enum`. */
function openEnums(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(openEnums);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, openEnums(member)]));
  const closed = v.safeParse(enumSchema, members);
  if (!closed.success) return members;
  const { enum: values, description, ...rest } = closed.output;
  const note = 'Unknown values may appear.';
  return { ...rest, description: description ? `${description} ${note}` : note, 'x-extensible-enum': values };
}
