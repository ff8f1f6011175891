import { DynamoDbFront } from '../dynamodb-front.ts';
import { noUnits, plus, UnitCounter, type Units } from './units.ts';

/** A DynamoDB in front of another one: the same answers, and what AWS would charge for them. */
export class Meter {
  readonly #counter = new UnitCounter();
  readonly #front: DynamoDbFront;
  #units = noUnits;

  /** @param url of the DynamoDB that answers */
  constructor(url: string) {
    this.#front = new DynamoDbFront(url, (exchange) => {
      this.#units = plus(this.#units, this.#counter.count(exchange));
    });
  }

  /** Where it is reached, once it listens. */
  listen = (): Promise<string> => this.#front.listen();

  close(): void {
    this.#front.close();
  }

  /** The units of all that passes during some work. */
  async during(work: () => Promise<unknown>): Promise<Units> {
    this.#units = noUnits;
    await work();
    return this.#units;
  }
}
