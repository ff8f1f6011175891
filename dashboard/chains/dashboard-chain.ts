/** What the pages show of a chain. */
export type DashboardChain = {
  /** The methods that the request tester offers. */
  readonly methods: readonly ChainMethod[];
  /** The method of the first call that somebody sends: it has no parameters and says how the node is. */
  readonly health: string;
  /** What the error codes of its nodes mean, beside those of JSON-RPC. */
  readonly nodeCodes: Readonly<Record<number, string>>;
  /** The first call with the chain's most common library. */
  readonly library: Snippet;
};

/** A first call in one language; it reads the secret from the environment, where secrets belong. */
export type Snippet = {
  readonly id: string;
  readonly label: string;
  /** @param url the endpoint that it calls */
  readonly text: (url: string) => string;
};

/** A method of a chain's nodes, with parameters that work as they are. */
export type ChainMethod = {
  readonly name: string;
  /** What it gives or does, in a few words. */
  readonly about: string;
  readonly params: readonly unknown[];
  /** Whether it changes the chain. */
  readonly writes: boolean;
  /** What has to be known or filled in before it is sent. */
  readonly note?: string;
  /** The page that documents it. */
  readonly documentation: string;
};
