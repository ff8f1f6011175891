/** A program that serves DynamoDB and DynamoDB Streams on a port of this machine. */
export type DynamoDbEngine = {
  readonly name: 'embedded' | 'amazon';
  /** Its name in messages. */
  readonly title: string;
  /** The file of a data folder that only this engine makes. */
  readonly file: string;
  /** @throws if the program is not installed; the message says what to install */
  readonly check: () => Promise<void>;
  /**
   * Prepares a start that serves on `port`. Tables are kept in `dataDir`, which exists; without it, until the end.
   * @throws as `check`
   */
  readonly prepare: (port: number, dataDir: string | undefined) => Promise<EngineStart>;
};

export type EngineStart = {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Called when it has answered its first request. */
  readonly onReady?: () => void;
  /** Called when it has ended. */
  readonly onEnd?: () => void;
};

export type DynamoDbEngineName = DynamoDbEngine['name'];
