import * as v from 'valibot';
import type { FunctionError } from './outcome.ts';

/** What a thread is started with. */
export const threadData = v.object({ folder: v.string(), handler: v.string(), functionArn: v.string() });

/** {@link threadData} */
export type ThreadData = v.InferOutput<typeof threadData>;

/** To the thread: one event. `deadline` is in milliseconds since the epoch. */
export type Invocation = { readonly requestId: string; readonly event: string; readonly deadline: number };

/** From the thread, in this order: `ready` once, then for each invocation its output and its end. */
export type ThreadMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'output'; readonly text: string }
  | { readonly type: 'answer'; readonly payload: string }
  | { readonly type: 'failure'; readonly error: FunctionError; readonly fatal: boolean };
