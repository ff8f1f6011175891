import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Listener, reserveListener } from '../listeners.ts';
import { type Clock, systemClock, systemTimer, type Timer } from '../time.ts';
import { type ApiAnswer, gatewayAnswer, internalServerError, writeAnswer } from './api-answer.ts';
import { type ApiGateway, createApiGateway } from './api-gateway.ts';
import { maximumBodyBytes, maximumHeaderBytes } from './api-limits.ts';
import { type RequestHead, readBody, readHead } from './api-request.ts';
import type { HttpApi } from './http-api.ts';
import type { KeysOf } from './jwt-authorizer.ts';
import type { Invoke } from './lambda-authorizer.ts';
import { unconfirmed } from './unconfirmed.ts';

export type HttpApiOptions = {
  readonly api: HttpApi;
  readonly invoke: Invoke;
  readonly keysOf: KeysOf;
  /** Where to listen. Default: a free port. */
  readonly listener?: Listener;
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly onAccessLog?: (line: string) => void;
  /** Called with errors of the emulation itself; the client gets a 500. */
  readonly onFault: (error: unknown) => void;
};

/** A listening HTTP API. `url` has no path. */
export type RunningHttpApi = { readonly url: string; readonly stop: () => Promise<void> };

/**
 * Serves an HTTP API on 127.0.0.1.
 * @throws for a JWT authorizer whose issuer is not served locally
 */
export async function startHttpApi(options: HttpApiOptions): Promise<RunningHttpApi> {
  const { api, invoke, keysOf, clock = systemClock, timer = systemTimer, onAccessLog = () => {} } = options;
  const gateway = createApiGateway({ api, invoke, keysOf, clock, timer, onAccessLog });
  const listener = options.listener ?? (await reserveListener(0));
  listener.handle(
    (incoming, outgoing) => void answer({ gateway, clock, onFault: options.onFault }, incoming, outgoing),
  );
  return listener;
}

type Answering = { readonly gateway: ApiGateway; readonly clock: Clock; readonly onFault: (error: unknown) => void };

async function answer(by: Answering, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { gateway, clock, onFault } = by;
  const head = readHead(incoming, clock());
  try {
    writeAnswer(outgoing, await answerTo(gateway, incoming, head), head.id, clock());
  } catch (error) {
    // The client disconnected before the end of its body: nobody reads an answer.
    if (incoming.errored) return;
    onFault(error);
    writeAnswer(outgoing, internalServerError, head.id, clock());
  }
}

async function answerTo(gateway: ApiGateway, incoming: IncomingMessage, head: RequestHead): Promise<ApiAnswer> {
  const body = await readBody(incoming, maximumBodyBytes);
  if (head.headBytes > maximumHeaderBytes) return gatewayAnswer(unconfirmed.headersTooLarge);
  return body ? gateway({ ...head, body }) : gatewayAnswer(unconfirmed.tooLarge);
}
