import { NoAnswerError } from '../http/http-exchange.ts';
import type { Log } from '../log.ts';
import type { AwsClient, AwsService } from './aws-client.ts';

type Calls = Pick<AwsClient, 'call'>;

/**
 * A client that also logs `aws_unreachable` when a call ends without an answer. In a VPC that is the sign of a missing
 * endpoint: a service that refuses has answered.
 */
export const loggingUnreachable = (client: Calls, { name }: Pick<AwsService, 'name'>, log: Log): Calls => ({
  async call(...call) {
    try {
      return await client.call(...call);
    } catch (error) {
      if (error instanceof NoAnswerError) log.error('aws_unreachable', { service: name, code: error.code });
      throw error;
    }
  },
});
