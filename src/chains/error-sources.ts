/** Where it is written what an error means. Not bundled with the functions: docs/failures.md has the addresses. */
export const errorSources = {
  specs: {
    name: 'Solana RPC specification',
    url: 'https://github.com/solana-rpc/specs/blob/200a3f05f23edc556cd21e1185aee7fdd7338834/errors/codes.yaml',
  },
  eip4444: { name: 'EIP-4444', url: 'https://github.com/ethereum/execution-apis' },
  /** Each with its own source. */
  answers: { name: 'answers of nodes', url: '../test/chains/node-answers.jsonl' },
} as const;

export type ErrorSource = keyof typeof errorSources;

/** The names of Solana's codes in the Solana RPC specification. */
export const solanaErrorNames: Readonly<Record<number, string>> = {
  [-32_001]: 'BlockCleanedUp',
  [-32_002]: 'SendTransactionPreflightFailure',
  [-32_003]: 'TransactionSignatureVerificationFailure',
  [-32_004]: 'BlockNotAvailable',
  [-32_005]: 'NodeUnhealthy',
  [-32_006]: 'TransactionPrecompileVerificationFailure',
  [-32_007]: 'SlotSkipped',
  [-32_008]: 'NoSnapshot',
  [-32_009]: 'LongTermStorageSlotSkipped',
  [-32_010]: 'KeyExcludedFromSecondaryIndex',
  [-32_011]: 'TransactionHistoryNotAvailable',
  [-32_012]: 'ScanError',
  [-32_013]: 'TransactionSignatureLenMismatch',
  [-32_014]: 'BlockStatusNotAvailableYet',
  [-32_015]: 'UnsupportedTransactionVersion',
  [-32_016]: 'MinContextSlotNotReached',
  [-32_017]: 'EpochRewardsPeriodActive',
  [-32_018]: 'SlotNotEpochBoundary',
  [-32_019]: 'LongTermStorageUnreachable',
  [-32_020]: 'FilterTransactionNotFound',
  [-32_021]: 'NoSlotHistory',
  [-32_603]: 'InternalError',
};
