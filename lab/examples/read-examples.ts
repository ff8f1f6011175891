import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** A call of a specification, and the answer that it states, if it does. */
export type Example = {
  readonly name: string;
  readonly method: string;
  /** The body of the request. */
  readonly request: string;
  readonly answer: unknown;
};

const call = v.looseObject({ method: v.string() });

const methodOf = (request: string): string => v.parse(call, JSON.parse(request)).method;

/** The calls of ethereum/execution-apis: files in which `>>` begins a request, and `<<` its answer. */
function examplesInFile(folder: string, file: string): Example[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (!line.startsWith('>> ')) return [];
    const request = line.slice(3);
    const next = lines[index + 1] ?? '';
    const answer: unknown = next.startsWith('<< ') ? JSON.parse(next.slice(3)) : undefined;
    return [{ name: file, method: methodOf(request), request, answer }];
  });
}

const openRpc = v.object({
  methods: v.array(
    v.object({
      name: v.string(),
      examples: v.optional(v.array(v.object({ name: v.string(), params: v.array(v.object({ value: v.unknown() })) }))),
    }),
  ),
});

/** The examples of an OpenRPC document. Their answers are those of other ledgers, so they are left out. */
function examplesInDocument(text: string): Example[] {
  const { methods } = v.parse(openRpc, JSON.parse(text));
  return methods.flatMap(({ name: method, examples = [] }) =>
    examples.map(({ name, params }) => ({
      name: `${method}, ${name}`,
      method,
      request: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params.map(({ value }) => value) }),
      answer: undefined,
    })),
  );
}

/** Reads an OpenRPC document, or the `.io` files below a folder. */
export function readExamples(path: string): Example[] {
  if (path.endsWith('.json')) return examplesInDocument(readFileSync(path, 'utf8'));
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.io'));
  return files.toSorted().flatMap((file) => examplesInFile(path, file));
}
