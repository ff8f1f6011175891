import { execFileSync } from 'node:child_process';
import * as v from 'valibot';
import { mintSecret } from '../../src/keys/secret.ts';
import { bundle } from '../bundle.ts';

const authorizing = { identitySource: [mintSecret()], routeKey: 'POST /' };
const calling = {
  routeKey: 'POST /',
  headers: { 'content-type': 'application/json' },
  body: '{"jsonrpc":"2.0","id":1,"method":"getHealth"}',
  isBase64Encoded: false,
  requestContext: { authorizer: { lambda: { keyId: 'key', accountId: 'account', planId: 'free' } } },
};

/** What is started, and the event it answers. */
const subjects = {
  'empty handler': { entry: 'cold-start/empty.ts', format: 'esm', event: {} },
  authorizer: { entry: '../lambda/data-plane/authorizer.ts', format: 'esm', event: authorizing },
  'not warmed up authorizer': { entry: 'cold-start/authorizer-cold.ts', format: 'esm', event: authorizing },
  'SDK authorizer': { entry: 'cold-start/authorizer-sdk.ts', format: 'cjs', event: authorizing },
  proxy: { entry: '../lambda/data-plane/proxy.ts', format: 'esm', event: calling },
} as const;

const measuredSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ cpuMs: v.number(), initMs: v.number(), answerMs: v.number() }),
);

/** Milliseconds: of processor time in all, of INIT on the clock, and from the event to the answer. */
export type Measured = v.InferOutput<typeof measuredSchema>;

/**
 * Gives for each subject what starts its process, has it answer its event once, and waits for its end.
 * @param variables of the function's environment
 * @param starter a command that runs the one that follows it; none unless given
 */
export async function prepareSubjects(
  variables: NodeJS.ProcessEnv,
  starter: readonly string[] = [],
): Promise<Readonly<Record<string, () => Promise<Measured>>>> {
  const invoke = await bundle('cold-start/invoke.ts', 'cjs');
  const env = { PATH: process.env.PATH, ...variables };
  const prepared = Object.entries(subjects).map(async ([name, { entry, format, event }]) => {
    const node = [process.execPath, invoke, await bundle(entry, format), JSON.stringify(event)];
    const [program = '', ...rest] = [...starter, ...node];
    const start = async () => v.parse(measuredSchema, execFileSync(program, rest, { env, encoding: 'utf8' }));
    return [name, start] as const;
  });
  return Object.fromEntries(await Promise.all(prepared));
}
