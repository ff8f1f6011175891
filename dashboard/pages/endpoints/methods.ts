/** A method of a chain's nodes, with parameters that work as they are. */
export type Method = {
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

/** The body of a call of `method` with its example parameters. */
export function templateOf({ name, params }: Pick<Method, 'name' | 'params'>): string {
  const call = { jsonrpc: '2.0', id: 1, method: name, ...(params.length > 0 && { params }) };
  return JSON.stringify(call, null, 2);
}

/** Whether a method is meant by what somebody typed: a part of its name or of what it is about. */
export const isFound = ({ name, about }: Pick<Method, 'name' | 'about'>, typed: string): boolean =>
  `${name} ${about}`.toLowerCase().includes(typed.trim().toLowerCase());

/** The method that is meant best: the one of that very name, or else the first that is found. */
export const firstFound = (methods: readonly Method[], typed: string): Method | undefined =>
  methods.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase()) ??
  methods.find((method) => isFound(method, typed));
