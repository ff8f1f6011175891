import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import type { Timer } from '../time.ts';
import type { FunctionNetwork } from '../vpc/function-network.ts';
import type { FunctionDefinition } from './function-definition.ts';
import {
  failedOutcome,
  type InvocationMessage,
  type InvocationOutcome,
  type ThreadData,
  type ThreadMessage,
} from './invocation.ts';

export type EnvironmentOptions = {
  readonly definition: FunctionDefinition;
  readonly variables: Record<string, string>;
  /** What decides about the function's connections, if it is in a VPC. */
  readonly network?: FunctionNetwork | undefined;
  readonly onLine: (line: string) => void;
  readonly timer: Timer;
};

/** Milliseconds for loading the code (AWS Lambda Developer Guide, "Init phase"). */
const initLimit = 10_000;

const thread = new URL('./function-thread.ts', import.meta.url);

// Without it, each thread compiles everything again, which takes twice the processor time.
const { NODE_COMPILE_CACHE } = process.env;

const startThread = ({ definition, variables, network }: EnvironmentOptions): Worker =>
  new Worker(thread, {
    name: definition.name,
    workerData: {
      folder: definition.folder,
      handler: definition.handler,
      functionArn: definition.arn,
      network,
    } satisfies ThreadData,
    env: { ...variables, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) },
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
  });

/**
 * An execution environment: a worker thread with a function's code, for one invocation at a time. It ends if the code
 * cannot be loaded, crashes, exits or exceeds the time limit. Its memory is not limited, because beyond a thread's heap
 * limit V8 often aborts the whole process.
 */
export class ExecutionEnvironment {
  readonly #options: EnvironmentOptions;
  readonly #worker: Worker;
  /** Resolves with undefined when the code is loaded, or with the failure. */
  readonly #loaded: Promise<InvocationOutcome | undefined>;
  readonly #lines;
  #settle: (outcome: InvocationOutcome | undefined) => void = () => {};
  #gone = false;

  constructor(options: EnvironmentOptions) {
    this.#options = options;
    this.#lines = splitLines(options.onLine);
    this.#worker = startThread(options);
    this.#loaded = this.#next(initLimit);
    this.#worker.on('message', (message: ThreadMessage) => this.#receive(message));
    this.#worker.on('error', (error) => this.#end(errorOf(error)));
    this.#worker.on('exit', (status) => this.#end(exitOf(status)));
  }

  /** Whether the environment has ended. */
  get gone(): boolean {
    return this.#gone;
  }

  /** Resolves when loading has succeeded or failed. */
  async ready(): Promise<void> {
    await this.#loaded;
  }

  /** Runs the handler on an event; never rejects. The time limit counts from when the code is loaded. */
  async invoke(requestId: string, event: string): Promise<InvocationOutcome> {
    const failure = await this.#loaded;
    if (failure) return failure;
    if (this.#gone) return exitOf(0);
    const limit = this.#options.definition.timeoutSeconds * 1000;
    const ended = this.#next(limit);
    this.#worker.postMessage({ requestId, event, deadline: Date.now() + limit } satisfies InvocationMessage);
    return (await ended) ?? exitOf(0);
  }

  async stop(): Promise<void> {
    this.#gone = true;
    await this.#worker.terminate();
    this.#settle(exitOf(0));
  }

  #next(limit: number): Promise<InvocationOutcome | undefined> {
    return new Promise((resolve) => {
      const cancel = this.#options.timer(limit, () => {
        this.#end(
          failedOutcome('Sandbox.Timedout', `Error: Task timed out after ${(limit / 1000).toFixed(2)} seconds`),
        );
        void this.#worker.terminate();
      });
      this.#settle = (outcome) => {
        cancel();
        resolve(outcome);
      };
    });
  }

  #receive(message: ThreadMessage): void {
    if (message.type === 'output') {
      this.#lines.add(message.text);
    } else if (message.type === 'failure' && message.fatal) {
      this.#end({ ok: false, error: message.error });
    } else {
      this.#settle(outcomeOf(message));
    }
  }

  #end(outcome: InvocationOutcome): void {
    this.#gone = true;
    this.#lines.end();
    this.#settle(outcome);
  }
}

function outcomeOf(message: Exclude<ThreadMessage, { type: 'output' }>): InvocationOutcome | undefined {
  if (message.type === 'answer') return { ok: true, payload: message.payload };
  return message.type === 'failure' ? { ok: false, error: message.error } : undefined;
}

const thrownError = v.object({ name: v.string(), message: v.string() });

function errorOf(thrown: unknown): InvocationOutcome {
  return v.is(thrownError, thrown)
    ? failedOutcome(thrown.name, thrown.message)
    : failedOutcome('Error', String(thrown));
}

const exitOf = (status: number): InvocationOutcome =>
  failedOutcome(
    'Runtime.ExitError',
    status === 0
      ? 'Error: Runtime exited without providing a reason'
      : `Error: Runtime exited with error: exit status ${status}`,
  );

/** Splits arriving text into lines, without line ends and empty lines. */
type Lines = { readonly add: (text: string) => void; readonly end: () => void };

/** `end` delivers the text after the last line end. */
function splitLines(onLine: (line: string) => void): Lines {
  let rest = '';
  const give = (line: string) => {
    if (line !== '') onLine(line);
  };
  return {
    add: (text) => {
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop() ?? '';
      lines.forEach(give);
    },
    end: () => {
      give(rest);
      rest = '';
    },
  };
}
