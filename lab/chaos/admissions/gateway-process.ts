import { setImmediate as nextTurn } from 'node:timers/promises';
import { AwsClient, awsCallLimits } from '../../../src/aws/aws-client.ts';
import { dynamoDb } from '../../../src/aws/aws-services.ts';
import { Admissions } from '../../../src/limits/admissions.ts';
import { createSignedTable } from '../../../src/table/signed-table.ts';
import { type Clock, systemClock } from '../../../src/time.ts';
import { seededRandom } from '../../bench/statistics.ts';

/** Long enough for DynamoDB Local on a busy machine, short enough to be waited out by a `stall`. */
export const answerMs = 500;

export type GatewayProcessOptions = {
  readonly endpoint: string;
  readonly tableName: string;
  readonly seed: number;
  /** The time of the scenario, and how far this process is off, in ms. */
  readonly clock: Clock;
  readonly skewMs: number;
};

/** The admissions of a process of the fleet, with a separate client and clock. */
export class GatewayProcess {
  readonly admissions: Admissions;
  readonly clock: Clock;
  #killed = false;

  constructor({ endpoint, tableName, seed, clock, skewMs }: GatewayProcessOptions) {
    this.clock = () => clock() + skewMs;
    const random = seededRandom(seed);
    const service = new AwsClient(dynamoDb, {
      endpoint: new URL(endpoint),
      region: 'us-east-1',
      credentials: () => this.#credentials(),
      clock: systemClock,
      random,
      pause: () => nextTurn(),
      limits: { ...awsCallLimits, answerMs },
    });
    this.admissions = new Admissions(createSignedTable(service, tableName), this.clock, random);
  }

  get killed(): boolean {
    return this.#killed;
  }

  /** Kills the process: writes that it has sent may arrive, it sends no more, and their answers are lost. */
  kill(): void {
    this.#killed = true;
  }

  // Asked before every try.
  #credentials() {
    if (this.#killed) throw new Error('killed');
    return { accessKeyId: 'chaos', secretAccessKey: 'chaos' };
  }
}
