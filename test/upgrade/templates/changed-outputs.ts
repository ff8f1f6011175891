import * as v from 'valibot';
import { comparable, type TemplateJson } from './template-changes.ts';

/** Without the description, which nothing reads. */
const outputSchema = v.object({
  Value: v.unknown(),
  Condition: v.optional(v.unknown()),
  Export: v.optional(v.unknown()),
});

/** An output that commands and scripts of operators read, and that is gone or has another value. */
export type ChangedOutput = { readonly name: string; readonly problem: string };

export function changedOutputs(before: TemplateJson, after: TemplateJson): ChangedOutput[] {
  const [older, newer] = [comparable(before).Outputs, comparable(after).Outputs];
  return Object.entries(older).flatMap(([name, output]) => {
    if (!Object.hasOwn(newer, name)) return [{ name, problem: `The output ${name} is removed.` }];
    const [was, is] = [meaningOf(output), meaningOf(newer[name])];
    return was === is ? [] : [{ name, problem: `The output ${name} changes from ${was} to ${is}.` }];
  });
}

/** A text that is no address is a list of settings, such as the ids of plans. It may change. */
function meaningOf(output: unknown): string {
  const { Value, ...others } = v.parse(outputSchema, output);
  const isSetting = typeof Value === 'string' && !Value.includes('://');
  return JSON.stringify({ Value: isSetting ? 'a text' : Value, ...others });
}
