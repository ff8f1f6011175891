import type { Message } from './transaction.ts';

/** The most accounts a message can name: an index is one byte. */
const maximumAccounts = 256;

/**
 * Whether a message makes sense in itself: its header counts accounts that are there, and whatever it points to exists
 * (`sanitize` in solana-message). LiteSVM ends the whole process on some that do not.
 */
export function isSane(message: Message): boolean {
  const count = message.staticAccounts.length + lookedUp(message);
  return (
    hasSaneHeader(message) && hasSaneLookups(message) && count <= maximumAccounts && hasSaneInstructions(message, count)
  );
}

function hasSaneHeader({ header, staticAccounts }: Message): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header;
  // The first account pays, so it signs and is written to.
  return (
    numReadonlySignerAccounts < numSignerAccounts &&
    numSignerAccounts + numReadonlyNonSignerAccounts <= staticAccounts.length
  );
}

const lookups = (message: Message) => (message.version === 0 ? (message.addressTableLookups ?? []) : []);

const lookedUp = (message: Message): number =>
  lookups(message).reduce(
    (sum, { writableIndexes, readonlyIndexes }) => sum + writableIndexes.length + readonlyIndexes.length,
    0,
  );

const hasSaneLookups = (message: Message): boolean =>
  lookups(message).every(({ writableIndexes, readonlyIndexes }) => writableIndexes.length + readonlyIndexes.length > 0);

function hasSaneInstructions({ instructions, staticAccounts }: Message, count: number): boolean {
  return instructions.every(
    ({ programAddressIndex, accountIndices = [] }) =>
      programAddressIndex > 0 &&
      programAddressIndex < staticAccounts.length &&
      accountIndices.every((index) => index < count),
  );
}
