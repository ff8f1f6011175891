/** A program that serves DynamoDB and DynamoDB Streams on a port of this machine. */
export type DynamoDbEngine = {
  readonly name: 'embedded' | 'amazon';
  /** Its name in messages. */
  readonly title: string;
  /**
   * The command and arguments that serve on `port`. Tables are kept in `dataDir`, which exists; without it, in memory.
   * @throws if the program is not installed; the message says what to install
   */
  readonly command: (port: number, dataDir: string | undefined) => Promise<readonly string[]>;
  /** The file of a data folder that only this engine makes. */
  readonly file: string;
};

export type DynamoDbEngineName = DynamoDbEngine['name'];
