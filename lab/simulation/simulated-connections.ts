import type { AwsClientOptions } from '../../src/aws/aws-client.ts';
import { type HttpAnswer, NoAnswerError } from '../../src/http/http-exchange.ts';
import type { SimulatedDynamoDb } from './simulated-dynamodb.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** How long a request takes to DynamoDB, and its answer back. */
const travelMs = 2;

type SimulatedConnectionsOptions = {
  readonly time: SimulatedTime;
  readonly dynamoDb: Pick<SimulatedDynamoDb, 'execute'>;
  /** Runs a callback of the process as soon as the process is not frozen. */
  readonly deliver: (callback: () => void) => void;
};

/** One client's connections to DynamoDB, as src/http/origin.ts keeps them. Opening one takes no time. */
export function simulateConnections(options: SimulatedConnectionsOptions): NonNullable<AwsClientOptions['exchange']> {
  const { time, dynamoDb, deliver } = options;
  let idle = 0;
  return ({ timeoutMs, ...request }, fresh) => {
    if (fresh) idle = 0;
    const reused = idle > 0;
    if (reused) idle -= 1;
    const sentAt = time.now;
    return new Promise<HttpAnswer>((resolve, reject) => {
      const timeOut = () => reject(new NoAnswerError('timeout', { reused }));
      time.after(travelMs, () => {
        const answer = dynamoDb.execute(request);
        const waitMs = sentAt + timeoutMs - time.now;
        if (!answer || waitMs < travelMs) return time.after(Math.max(0, waitMs), () => deliver(timeOut));
        time.after(travelMs, () =>
          deliver(() => {
            idle += 1;
            resolve(answer);
          }),
        );
      });
    });
  };
}
