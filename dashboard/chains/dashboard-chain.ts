/** A chain as the pages present it. */
export type DashboardChain = {
  /** The methods that the request tester offers. */
  readonly methods: readonly ChainMethod[];
  /** The method of a customer's first call: it has no parameters and returns the node's health. */
  readonly health: string;
  /** Code for any request, one for each of its libraries. */
  readonly libraries: readonly LibraryCode[];
  /** The error codes of its nodes, in words, beside those of JSON-RPC. */
  readonly errorCodes: ErrorCodes;
};

/** A request in the language of a library. It reads the secret from an environment variable. */
export type LibraryCode = {
  readonly id: string;
  readonly label: string;
  readonly text: (request: LibraryRequest) => string;
};

/** A request whose parts are literals of JavaScript. */
export type LibraryRequest = {
  readonly url: string;
  readonly body: string;
  /** At least one. */
  readonly calls: readonly LibraryCall[];
  readonly batch: boolean;
};

export type LibraryCall = {
  /** The method's name itself. */
  readonly name: string;
  readonly method: string;
  /** An array or an object; `[]` if the call has none. */
  readonly params: string;
};

/** A method of a chain's nodes, with example parameters. */
export type ChainMethod = {
  readonly name: string;
  /** What it returns or does, in a few words. */
  readonly about: string;
  readonly params: readonly unknown[];
  /** Whether the gateway treats it as a write: it changes the chain or state of the node. */
  readonly writes: boolean;
  /** Shown before it is sent: a warning, or a parameter to replace. */
  readonly note?: string;
  /** The URL of its documentation. */
  readonly documentation: string;
};

/** A JSON-RPC error code of a node, in words. */
type ErrorCode = {
  /** A few words, as a label. */
  readonly name: string;
  /** What happened, as a sentence. */
  readonly meaning: string;
  /** What the caller can do, in one or two sentences. */
  readonly advice: string;
};

export type ErrorCodes = Readonly<Record<number, ErrorCode>>;
