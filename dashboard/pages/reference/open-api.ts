import * as v from 'valibot';
import { renderedPage } from '../docs/rendered-page.ts';

/** A schema of the OpenAPI document (JSON Schema), as far as the reference shows it. */
export type Schema = {
  readonly $ref?: string | undefined;
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly description?: string | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly 'x-extensible-enum'?: readonly unknown[] | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly items?: Schema | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | Schema | undefined;
  readonly default?: unknown;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
};

const schema: v.GenericSchema<Schema> = v.object({
  $ref: v.optional(v.string()),
  type: v.optional(v.string()),
  format: v.optional(v.string()),
  description: v.optional(v.string()),
  const: v.optional(v.unknown()),
  enum: v.optional(v.array(v.unknown())),
  'x-extensible-enum': v.optional(v.array(v.unknown())),
  anyOf: v.optional(v.array(v.lazy(() => schema))),
  items: v.optional(v.lazy(() => schema)),
  properties: v.optional(
    v.record(
      v.string(),
      v.lazy(() => schema),
    ),
  ),
  required: v.optional(v.array(v.string())),
  additionalProperties: v.optional(v.union([v.boolean(), v.lazy(() => schema)])),
  default: v.optional(v.unknown()),
  minimum: v.optional(v.number()),
  maximum: v.optional(v.number()),
  minLength: v.optional(v.number()),
  maxLength: v.optional(v.number()),
});

const content = v.record(v.string(), v.object({ schema: v.optional(schema), example: v.optional(v.unknown()) }));
const parameter = v.object({
  name: v.string(),
  in: v.picklist(['path', 'query', 'header']),
  required: v.optional(v.boolean(), false),
  description: v.optional(v.string()),
  schema: v.optional(schema, {}),
  example: v.optional(v.unknown()),
});
const operation = v.object({
  operationId: v.string(),
  tags: v.array(v.string()),
  summary: v.string(),
  description: v.optional(v.string()),
  parameters: v.optional(v.array(parameter), []),
  requestBody: v.optional(v.object({ content })),
  responses: v.record(v.string(), v.object({ description: v.string(), content: v.optional(content, {}) })),
  security: v.optional(v.array(v.record(v.string(), v.unknown()))),
});

const document = v.object({
  info: v.object({ title: v.string(), description: renderedPage }),
  tags: v.array(v.object({ name: v.string(), description: v.string() })),
  paths: v.record(v.string(), v.record(v.string(), operation)),
  components: v.object({ schemas: v.record(v.string(), schema) }),
});

export type OpenApi = v.InferOutput<typeof document>;
export type Parameter = v.InferOutput<typeof parameter>;

/** An operation of the document with its method and path. */
export type Operation = v.InferOutput<typeof operation> & { readonly method: string; readonly path: string };

/** Reads the OpenAPI document as dashboard/build/reference-document.ts makes it: descriptions are HTML. @throws {v.ValiError} if the reference cannot show it */
export const parseOpenApi = (text: string): OpenApi => v.parse(document, JSON.parse(text));

/** The operations of each tag, in the order of the document. */
export function operationsByTag({ tags, paths }: OpenApi) {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, it]): Operation => ({ ...it, method: method.toUpperCase(), path })),
  );
  return tags.map((tag) => ({ ...tag, operations: all.filter((it) => it.tags[0] === tag.name) }));
}
