import type { Address } from '@solana/kit';
import type { TransactionMessage } from './transaction.ts';

/** Lamports for each signature of a transaction (DEFAULT_TARGET_LAMPORTS_PER_SIGNATURE in solana-fee-calculator). */
const lamportsPerSignature = 5000n;

// The default compute units of a transaction, and the maximum that it may request
// (program-runtime/src/execution_budget.rs in anza-xyz/agave).
const unitsPerBuiltin = 3_000n;
const unitsPerInstruction = 200_000n;
const maximumUnits = 1_400_000n;

const computeBudget = 'ComputeBudget111111111111111111111111111111';

/** Programs that verify signatures in their data: the first byte is their number, and each one costs a fee. */
const precompiles: ReadonlySet<string> = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]);

const builtins: ReadonlySet<string> = new Set([
  computeBudget,
  ...precompiles,
  '11111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
]);

type Instruction = { readonly program: Address | undefined; readonly data: Uint8Array };

/** The fee of a transaction with this message in lamports: for its signatures and its priority. */
export function feeOf(message: TransactionMessage): bigint {
  const instructions = instructionsOf(message);
  return signatureCount(message, instructions) * lamportsPerSignature + priorityFee(instructions);
}

const instructionsOf = (message: TransactionMessage): readonly Instruction[] =>
  message.instructions.map(({ programAddressIndex, data }) => ({
    program: message.staticAccounts[programAddressIndex],
    data: new Uint8Array(data ?? []),
  }));

const unitPrice = (instructions: readonly Instruction[]): bigint =>
  requested(instructions, 3, (view) => view.getBigUint64(1, true)) ?? 0n;

function signatureCount({ header }: TransactionMessage, instructions: readonly Instruction[]): bigint {
  const checked = instructions.filter(({ program }) => program !== undefined && precompiles.has(program));
  return BigInt(checked.reduce((sum, { data }) => sum + (data[0] ?? 0), header.numSignerAccounts));
}

function priorityFee(instructions: readonly Instruction[]): bigint {
  const units = requested(instructions, 2, (view) => BigInt(view.getUint32(1, true))) ?? defaultUnits(instructions);
  const microLamports = unitPrice(instructions) * (units < maximumUnits ? units : maximumUnits);
  return (microLamports + 999_999n) / 1_000_000n;
}

/** The value in the compute budget instruction with `tag`: 2 is the unit limit, 3 the price per unit. */
function requested(
  instructions: readonly Instruction[],
  tag: 2 | 3,
  read: (view: DataView) => bigint,
): bigint | undefined {
  const length = tag === 2 ? 5 : 9;
  const found = instructions.find(
    ({ program, data }) => program === computeBudget && data[0] === tag && data.length >= length,
  );
  return found && read(new DataView(found.data.buffer));
}

const defaultUnits = (instructions: readonly Instruction[]): bigint =>
  instructions.reduce(
    (sum, { program }) =>
      sum + (program !== undefined && builtins.has(program) ? unitsPerBuiltin : unitsPerInstruction),
    0n,
  );
