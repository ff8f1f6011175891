import type { Operation } from './open-api.ts';

type Group = { readonly name: string; readonly description: string; readonly operations: readonly Operation[] };

const textOf = ({ method, path, operationId, summary, description = '', parameters, responses }: Operation): string =>
  [
    `${method} ${path}`,
    operationId,
    summary,
    description,
    ...parameters.map(({ name }) => name),
    ...Object.entries(responses).map(([status, answer]) => `${status} ${answer.description}`),
  ]
    .join('\n')
    .replace(/<[^>]*>/g, '')
    .toLowerCase();

/** The groups with the operations that have every word of the search, such as `post key` or `grace_running`. */
export function searchOperations<Found extends Group>(groups: readonly Found[], search: string): Found[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((operation) => words.every((word) => textOf(operation).includes(word))),
    }))
    .filter(({ operations }) => operations.length > 0);
}
