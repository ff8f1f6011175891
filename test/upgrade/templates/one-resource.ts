import { lostByUpgrade } from './kept-resources.ts';
import type { ResourceJson, TemplateJson } from './template-changes.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** What an upgrade loses whose templates have one resource, `Kept`, with these attributes before and after. */
export const lostAttributes = (Type: string, before: Attributes, after: Attributes): string[] =>
  lostByUpgrade(withResource({ Type, ...before }), withResource({ Type, ...after }));

/** The same for its properties. */
export const lostProperties = (type: string, before: object, after: object): string[] =>
  lostAttributes(type, { Properties: before }, { Properties: after });

const withResource = (Kept: ResourceJson): TemplateJson => ({ Resources: { Kept }, Outputs: {} });
