import * as v from 'valibot';
import { chains } from '../../src/chains/chains.ts';
import type { Network, NetworkMethods } from '../../src/network.ts';
import type { SettingsProblem } from './configuration-error.ts';

const methodNames = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.regex(/^[A-Za-z][\w.]{0,63}$/, 'must be the name of a method, of at most 64 letters, digits, _ and .'),
    ),
  ),
  v.readonly(),
);

export const networkMethodsSchema = v.strictObject({
  /** Further methods that only read, so they may be sent to several nodes. */
  reads: v.optional(methodNames),
  /** Further methods that change the chain, so they are sent once. */
  writes: v.optional(methodNames),
  /** Never sent to a node, for any key. */
  unsupported: v.optional(methodNames),
});

/** Methods that are listed twice, or that would be sent to the wrong place. */
export const methodProblems = ({ chain, methods = {} }: Network, path: string): SettingsProblem[] => [
  ...repeatedMethods(methods, `${path}.methods`),
  ...(methods.reads ?? []).flatMap((name, index) => {
    const use = chains[chain].methods.get(name)?.use ?? 'read';
    const message = `${name} must not be sent to several nodes. Remove it: ${reasons[use]}`;
    return use === 'read' ? [] : [{ path: `${path}.methods.reads.${index}`, message }];
  }),
  ...(methods.unsupported ?? []).flatMap((name, index) => {
    const isAsked = [chains[chain].health.method, chains[chain].height.method].includes(name);
    const message = `${name} must be supported: the gateway's own checks send it`;
    return isAsked ? [{ path: `${path}.methods.unsupported.${index}`, message }] : [];
  }),
];

const reasons = { read: '', write: 'it changes the chain', pinned: 'only one node knows its state' } as const;

function repeatedMethods(methods: NetworkMethods, path: string): SettingsProblem[] {
  const seen = new Map<string, string>();
  const problems: SettingsProblem[] = [];
  for (const list of ['reads', 'writes', 'unsupported'] as const) {
    for (const [index, name] of (methods[list] ?? []).entries()) {
      const before = seen.get(name);
      if (before)
        problems.push({ path: `${path}.${list}.${index}`, message: `${name} is listed in ${before} already` });
      seen.set(name, list);
    }
  }
  return problems;
}
