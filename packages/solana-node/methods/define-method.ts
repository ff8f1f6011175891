import * as v from 'valibot';
import { writeJson } from '../lossless-json.ts';
import type { SolanaNode } from '../node.ts';
import { invalidParams } from '../rpc-errors.ts';

/** A JSON-RPC method: takes the call's raw `params`, returns its result or throws an RpcError. */
export type Method = (node: SolanaNode, params: unknown) => unknown;

/** The schemas of a method's parameters, in their order. */
type Parameters = readonly v.GenericSchema[];

/** The parsed parameters. */
type Values<P extends Parameters> = { readonly [I in keyof P]: v.InferOutput<P[I]> };

/**
 * A method with positional parameters; the first `required` are mandatory. Error messages are those of Agave's library
 * (core/src/types/params.rs and derive/src/to_delegate.rs in paritytech/jsonrpc).
 */
export function method<const P extends Parameters>(
  parameters: P,
  required: number,
  run: (node: SolanaNode, ...parameters: Values<P>) => unknown,
): Method {
  const schema = v.tuple(parameters);
  return (node, params) => {
    const given = positional(params, required, parameters.length);
    const parsed = v.safeParse(schema, given, { abortEarly: true });
    if (!parsed.success) throw invalidParams(`Invalid params: ${parsed.issues[0].message}.`);
    return run(node, ...parsed.output);
  };
}

/** A method without parameters. */
export function plainMethod(run: (node: SolanaNode) => unknown): Method {
  return (node, params) => {
    const isEmpty = params === undefined || params === null || (Array.isArray(params) && params.length === 0);
    if (!isEmpty) throw invalidParams('Invalid parameters: No parameters were expected', writeJson(params));
    return run(node);
  };
}

function positional(params: unknown, required: number, most: number): readonly unknown[] {
  const given: unknown = params ?? [];
  if (!Array.isArray(given)) throw invalidParams('`params` should be an array');
  if (given.length < required) throw invalidParams(`\`params\` should have at least ${required} argument(s)`);
  if (given.length > most) {
    const expected = `Invalid parameters: Expected from ${required} to ${most} parameters.`;
    throw invalidParams(expected, `"Got: ${given.length}"`);
  }
  return given;
}

/** The release of Agave whose program runtime LiteSVM 1.5 contains, and whose answers this node follows. */
export const apiVersion = '4.3.0';

/** An answer with the slot whose state was read. */
export const withContext = (slot: number, value: unknown) => ({ context: { apiVersion, slot }, value });
