import * as v from 'valibot';
import { parseJson } from '../../../src/schema.ts';

export const versions = ['last', 'present'] as const;

/** The last release, or the present code. */
export type Version = (typeof versions)[number];

const eventSchema = v.object({ requestContext: v.object({ requestId: v.string() }) });

/** The same in the events of the authorizer and of the proxy. */
export function requestIdOf(event: string): string | undefined {
  const parsed = v.safeParse(eventSchema, parseJson(event));
  return parsed.success ? parsed.output.requestContext.requestId : undefined;
}
