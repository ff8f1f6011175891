import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { signedIdentitySchema } from './caller-identity.ts';

/** What the operator's function is invoked with. */
export const operatorEventSchema = v.strictObject({
  /** A command as it is typed, word by word: `["accounts", "list", "--json"]`. */
  args: v.array(v.string()),
  /** Standard input of the command. */
  input: v.optional(v.string()),
  /** The signature of the caller. Commands that change something need it. */
  identity: v.optional(signedIdentitySchema),
});

export type OperatorEvent = v.InferOutput<typeof operatorEventSchema>;

/** How the command ended: as on the command line, whatever the exit code. */
export const operatorAnswerSchema = v.object({
  exitCode: v.number(),
  /** Standard output. */
  out: v.string(),
  /** Standard error. */
  err: v.string(),
  /** Of a list that goes on: the value of `--after` for its next page. */
  next: v.optional(v.string()),
});

export type OperatorAnswer = v.InferOutput<typeof operatorAnswerSchema>;

/** What an identity is signed for: this command, at the function with this name, and no other. */
export const commandDigest = (functionName: string, { args, input }: Pick<OperatorEvent, 'args' | 'input'>): string =>
  createHash('sha256')
    .update(JSON.stringify([functionName, args, input ?? null]))
    .digest('hex');
