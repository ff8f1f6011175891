import * as v from 'valibot';

/**
 * The type of a parameter. `''` is the empty string, which unsets a value; `decimal` is a decimal number in a string.
 */
export type ParameterType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'decimal'
  | ''
  | { readonly enum: readonly string[] }
  | { readonly list: ParameterType }
  | { readonly map: ParameterType }
  | { readonly oneOf: readonly ParameterType[] }
  | Fields;

export type Fields = { readonly fields: Readonly<Record<string, ParameterType>>; readonly required: readonly string[] };

const parameterType: v.GenericSchema<ParameterType> = v.union([
  v.picklist(['string', 'integer', 'number', 'boolean', 'decimal', '']),
  v.strictObject({ enum: v.array(v.string()) }),
  v.strictObject({ list: v.lazy(() => parameterType) }),
  v.strictObject({ map: v.lazy(() => parameterType) }),
  v.strictObject({ oneOf: v.array(v.lazy(() => parameterType)) }),
  v.lazy(() => fields),
]);

const fields = v.strictObject({ fields: v.record(v.string(), parameterType), required: v.array(v.string()) });

/** The content of `parameters.json`: the parameters of every operation, by method and path. */
export type ParameterTable = {
  readonly apiVersion: string;
  readonly openApiVersion: string;
  readonly sdkVersion: string;
  readonly operations: Readonly<Record<string, Fields>>;
};

export const parameterTable: v.GenericSchema<ParameterTable> = v.strictObject({
  apiVersion: v.string(),
  openApiVersion: v.string(),
  sdkVersion: v.string(),
  operations: v.record(v.string(), fields),
});
