import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { OperatorAnswer } from '../../src/operator-function/function-event.ts';
import type { FunctionWorld } from './function-world.ts';
import { type FunctionKind, functionNames } from './function-world.ts';

/** A local endpoint of Lambda's Invoke in front of the world's functions, for the SDK's client. */
export type LambdaEndpoint = {
  readonly url: string;
  /**
   * Answers the next request with an error of Lambda or another answer, or ends the connection once the function has run.
   * @param command only an event of this one
   */
  failNext: (failure: LambdaFailure, command?: string) => void;
  /** The events that arrived. */
  readonly events: readonly string[];
  readonly stop: () => void;
};

type LambdaFailure =
  | 'lost'
  | { readonly status: number; readonly type: string }
  | { readonly functionError: string }
  | { readonly answer: OperatorAnswer };

const kinds = new Map<string, FunctionKind>([
  [functionNames.all, 'all'],
  [functionNames.reads, 'reads'],
]);

export async function startLambdaEndpoint(world: FunctionWorld): Promise<LambdaEndpoint> {
  const events: string[] = [];
  const failures: { readonly failure: LambdaFailure; readonly command: string }[] = [];
  const server = createServer(async (request, response) => {
    const [, name = ''] = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(request.url ?? '') ?? [];
    const event = await text(request);
    events.push(event);
    const planned = failures.findIndex(({ command }) => event.includes(command));
    const [{ failure } = {}] = planned < 0 ? [] : failures.splice(planned, 1);
    const refuse = (status: number, type: string) =>
      response.writeHead(status, { 'x-amzn-errortype': type }).end(JSON.stringify({ Message: type }));
    if (failure && failure !== 'lost' && 'status' in failure) return refuse(failure.status, failure.type);
    if (failure && failure !== 'lost' && 'answer' in failure) return response.end(JSON.stringify(failure.answer));
    const kind = kinds.get(decodeURIComponent(name).replace(/^arn:.*:function:/, ''));
    if (!kind) return refuse(404, 'ResourceNotFoundException');
    const outcome = await world.functions[kind].invoke(event);
    if (failure === 'lost') return request.socket.destroy();
    if (failure && 'functionError' in failure) {
      const errorMessage = failure.functionError;
      return response.writeHead(200, { 'x-amz-function-error': 'Unhandled' }).end(JSON.stringify({ errorMessage }));
    }
    response.writeHead(200).end(outcome.ok ? outcome.payload : JSON.stringify(outcome.error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    failNext: (failure, command = '') => void failures.push({ failure, command: command.replace(' ', '","') }),
    events,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
