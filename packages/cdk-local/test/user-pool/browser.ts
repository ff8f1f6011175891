import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { ServedPool } from './served-pool.ts';

type Functions = Exclude<keyof typeof import('@aws-amplify/auth'), 'AuthError' | 'decodeJWT'> | 'stored';

/** A browser of somebody: Amplify's functions by name. What they throw has Amplify's name and message. */
export type Browser = {
  readonly run: (name: Functions, input?: object) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

const program = fileURLToPath(new URL('browser-program.ts', import.meta.url));

const reply = v.object({
  value: v.optional(v.unknown()),
  error: v.optional(v.object({ name: v.string(), message: v.string() })),
});

/**
 * Opens one for a pool. It is a process: Amplify is one for each process, and its arithmetic takes a hundred times as
 * long among jest's modules.
 */
export function openBrowser({ poolId, clientId, url }: ServedPool): Browser {
  const config = { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: url };
  const child = fork(program, [JSON.stringify(config)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit').then(ended);
  gone.catch(() => {});
  return {
    run: async (name, input) => {
      child.send({ name, input });
      const [message] = await Promise.race([once(child, 'message'), gone]);
      const { value, error } = v.parse(reply, message);
      if (error) throw Object.assign(new Error(error.message), { name: error.name });
      return value;
    },
    close: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

function ended(): never {
  throw new Error('The browser ended.');
}
