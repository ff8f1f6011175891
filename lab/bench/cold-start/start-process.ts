import { execFileSync } from 'node:child_process';
import * as v from 'valibot';
import { mintSecret } from '../../../src/keys/secret.ts';
import { bundle, functionFile } from '../bundle.ts';

const secret = mintSecret();
const authorizing = { identitySource: [secret], rawPath: '/' };
const calling = {
  rawPath: '/',
  headers: { 'x-api-key': secret, 'content-type': 'application/json' },
  body: '{"jsonrpc":"2.0","id":1,"method":"getHealth"}',
  isBase64Encoded: false,
  // For earlier commits, whose proxy did not read the key.
  requestContext: { authorizer: { lambda: { keyId: 'key', accountId: 'account', planId: 'free' } } },
};

/** A program to start, and the event that it answers. */
type Subject = { readonly entry: string; readonly event: unknown };

const subjects: Readonly<Record<string, Subject>> = {
  'empty handler': { entry: 'cold-start/empty.ts', event: {} },
  authorizer: { entry: '../../lambda/authorizer.ts', event: authorizing },
  proxy: { entry: '../../lambda/proxy.ts', event: calling },
};

const measuredSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ cpuMs: v.number(), initMs: v.number(), answerMs: v.number() }),
);

/** Milliseconds: of processor time in all, of INIT on the clock, and from the event to the answer. */
export type Measured = v.InferOutput<typeof measuredSchema>;

/** Starts a process, which answers its event once, and waits for its end. */
export type Start = () => Promise<Measured>;

/**
 * Gives what starts each subject.
 * @param variables of the function's environment
 */
export async function prepareSubjects(variables: NodeJS.ProcessEnv): Promise<Readonly<Record<string, Start>>> {
  const invoke = await bundle('cold-start/invoke.ts', 'cjs');
  const prepared = Object.entries(subjects).map(async ([name, { entry, event }]) => {
    const node = [process.execPath, invoke, await bundle(entry, 'esm'), JSON.stringify(event)];
    return [name, startOf(node, variables)] as const;
  });
  return Object.fromEntries(await Promise.all(prepared));
}

/** Gives what starts authorizer and proxy of a checkout, named from its root as a URL. */
export async function prepareCheckout(
  root: URL,
  name: string,
  variables: NodeJS.ProcessEnv,
): Promise<Readonly<Record<'authorizer' | 'proxy', Start>>> {
  const invoke = await bundle('cold-start/invoke.ts', 'cjs');
  const prepare = async (handler: 'authorizer' | 'proxy', event: unknown) => {
    const file = await bundle(functionFile(root, handler).href, 'esm', `${name}-${handler}`);
    return startOf([process.execPath, invoke, file, JSON.stringify(event)], variables);
  };
  return { authorizer: await prepare('authorizer', authorizing), proxy: await prepare('proxy', calling) };
}

function startOf([program = '', ...rest]: readonly string[], variables: NodeJS.ProcessEnv): Start {
  const env = { PATH: process.env.PATH, ...variables };
  return async () => v.parse(measuredSchema, execFileSync(program, rest, { env, encoding: 'utf8' }));
}
