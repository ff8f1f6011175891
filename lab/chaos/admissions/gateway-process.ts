import { setImmediate as nextTurn } from 'node:timers/promises';
import { AwsClient } from '../../../src/aws/aws-client.ts';
import { dynamoDb } from '../../../src/aws/aws-services.ts';
import { Admissions } from '../../../src/limits/admissions.ts';
import { counterCallLimits, failureOfWrite } from '../../../src/limits/write-failure.ts';
import { createLog } from '../../../src/log.ts';
import { ConditionFailedError, type ItemTable, type UpdateRequest } from '../../../src/table/item-table.ts';
import { createSignedTable } from '../../../src/table/signed-table.ts';
import { type Clock, systemClock } from '../../../src/time.ts';
import { seededRandom } from '../../bench/statistics.ts';

const log = createLog('error', () => {});

/** Long enough for DynamoDB Local on a busy machine, short enough to be waited out by a `stall`. */
export const answerMs = 500;

export type GatewayProcessOptions = {
  readonly endpoint: string;
  readonly tableName: string;
  readonly seed: number;
  /** The time of the scenario, and how far this process is off, in ms. */
  readonly clock: Clock;
  readonly skewMs: number;
  /** Called with each write that was executed, or of which the process does not learn whether it was. */
  readonly onWrite: (write: UpdateRequest, isKnown: boolean) => void;
};

/** The admissions of a process of the fleet, with a separate client and clock. */
export class GatewayProcess {
  readonly admissions: Admissions;
  readonly clock: Clock;
  readonly #onWrite: GatewayProcessOptions['onWrite'];
  #killed = false;

  constructor({ endpoint, tableName, seed, clock, skewMs, onWrite }: GatewayProcessOptions) {
    this.clock = () => clock() + skewMs;
    this.#onWrite = onWrite;
    const random = seededRandom(seed);
    const pause = () => nextTurn();
    const service = new AwsClient(dynamoDb, {
      endpoint: new URL(endpoint),
      region: 'us-east-1',
      credentials: () => this.#credentials(),
      clock: systemClock,
      random,
      pause,
    });
    const limits = { ...counterCallLimits, connectMs: answerMs, answerMs };
    const table = this.#watched(createSignedTable(service, tableName, limits));
    this.admissions = new Admissions({ table, clock: this.clock, lastDate: clock, pause, random, log });
  }

  get killed(): boolean {
    return this.#killed;
  }

  /** Kills the process: writes that it has sent may arrive, it sends no more, and their answers are lost. */
  kill(): void {
    this.#killed = true;
  }

  #watched(table: ItemTable): Pick<ItemTable, 'get' | 'update'> {
    const update = async (write: UpdateRequest) => {
      try {
        const item = await table.update(write);
        this.#onWrite(write, !this.#killed);
        return item;
      } catch (error) {
        if (!(error instanceof ConditionFailedError) && failureOfWrite(error) === 'unknown')
          this.#onWrite(write, false);
        throw error;
      }
    };
    return { get: table.get, update };
  }

  // Asked before every try.
  #credentials() {
    if (this.#killed) throw new Error('killed');
    return { accessKeyId: 'chaos', secretAccessKey: 'chaos' };
  }
}
