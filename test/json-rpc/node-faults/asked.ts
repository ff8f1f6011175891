import fc from 'fast-check';

/** A request of a client: the methods of its elements, undefined for an element that is not a call. */
export type Asked = {
  readonly methods: readonly (string | undefined)[];
  readonly batch: boolean;
  readonly acceptGzip: boolean;
  /** Of the customer; each has one key. */
  readonly account: string;
};

/** A valid call of a request. */
export type AskedCall = { readonly id: number; readonly method: string };

/** Methods that Solana documents as reads. */
export const reads = ['getSlot', 'getBalance', 'getHealth', 'simulateTransaction', 'getAsset', 'getTransaction'];

/** Methods that change the chain, and methods that Solana does not document, which may. */
const writes = [
  'sendTransaction',
  'sendTransaction',
  'sendTransaction',
  'requestAirdrop',
  'sendBundle',
  'getslot',
  'GETSLOT',
  'toString',
  'get',
  'newMethod',
];

const read = fc.constantFrom(...reads);
const write = fc.constantFrom(...writes);
const element = fc.oneof(
  { weight: 8, arbitrary: read },
  { weight: 1, arbitrary: write },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const single = fc.oneof({ weight: 3, arbitrary: read }, { weight: 2, arbitrary: write });

export const account = fc.constantFrom('ada', 'bob', 'cleo');

/** At least one element is a call. */
const batch = fc
  .tuple(fc.array(element, { maxLength: 3 }), fc.oneof({ weight: 4, arbitrary: read }, { weight: 1, arbitrary: write }))
  .map(([others, one]) => [...others, one]);

export const asked: fc.Arbitrary<Asked> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      methods: single.map((method) => [method]),
      batch: fc.constant(false),
      acceptGzip: fc.boolean(),
      account,
    }),
  },
  { weight: 3, arbitrary: fc.record({ methods: batch, batch: fc.constant(true), acceptGzip: fc.boolean(), account }) },
);

/** True if no call of a request can change the chain. */
const onlyReads = ({ methods }: Asked): boolean =>
  methods.every((method) => method === undefined || reads.includes(method));

/** What a request does to the chain: `signed` has transactions that their senders have signed, and reads. */
export const useOf = (asked: Asked): 'read' | 'signed' | 'write' => {
  if (onlyReads(asked)) return 'read';
  const others = asked.methods.filter((method) => method !== undefined && !reads.includes(method));
  return others.every((method) => method === 'sendTransaction') ? 'signed' : 'write';
};

/** The methods of a request's calls, each once. */
export const methodsOf = ({ methods }: Asked): string[] => [
  ...new Set(methods.filter((method) => method !== undefined)),
];

/** The valid calls of the n-th request of a history; no two calls of a history have the same id. */
export const callsOf = ({ methods }: Asked, n: number): AskedCall[] =>
  methods.flatMap((method, index) => (method === undefined ? [] : [{ id: (n + 1) * 100 + index, method }]));

/** A text that only the body of this request contains. Health checks do not contain such a text. */
export const markOf = (n: number): string => `request-${n}.`;

/** The body of the n-th request. */
export function bodyOf(request: Asked, n: number): string {
  const texts = request.methods.map((method, index) =>
    method === undefined
      ? '7'
      : JSON.stringify({ jsonrpc: '2.0', id: (n + 1) * 100 + index, method, params: [markOf(n)] }),
  );
  return request.batch ? `[${texts.join(',')}]` : texts.join('');
}
