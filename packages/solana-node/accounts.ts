import type { Address, EncodedAccount } from '@solana/kit';

/** An account with its data as bytes. */
export type Account = EncodedAccount;

/** Tells the account of an address; undefined where there is none. */
export type AccountLookup = (address: Address) => Account | undefined;

type Version = { readonly since: number; readonly account: Account | undefined };

/** Where the newest state of the accounts is. */
export type NewestAccounts = {
  account(address: Address): Account | undefined;
  ownedBy(program: Address): readonly Account[];
};

/**
 * Accounts as they were in a slot. The virtual machine knows their newest state only, so whatever a transaction
 * changes is kept here from before it, for as long as a call with an older commitment can ask for it.
 */
export class Accounts {
  readonly #newest: NewestAccounts;
  readonly #versions = new Map<Address, readonly Version[]>();

  constructor(newest: NewestAccounts) {
    this.#newest = newest;
  }

  /** The account as it was at the end of `slot`; undefined where it did not exist. */
  at(address: Address, slot: number): Account | undefined {
    const version = this.#versions.get(address)?.findLast(({ since }) => since <= slot);
    return version === undefined ? this.#newest.account(address) : version.account;
  }

  /** The accounts that belonged to `program` at the end of `slot`, in the order of their addresses. */
  ownedBy(program: Address, slot: number): readonly Account[] {
    const addresses = new Set([
      ...this.#newest.ownedBy(program).map(({ address }) => address),
      ...this.#versions.keys(),
    ]);
    return [...addresses].sort().flatMap((address) => {
      const account = this.at(address, slot);
      return account?.programAddress === program ? [account] : [];
    });
  }

  /**
   * Runs a change of `addresses` that takes place in `slot`, and remembers them from before and after it.
   * @param finalized the oldest slot that may still be asked for.
   */
  change(addresses: readonly Address[], slot: number, finalized: number, run: () => void): void {
    const before = addresses.map((address) => this.#versions.get(address) ?? [this.#version(address, -1)]);
    run();
    for (const [index, address] of addresses.entries()) {
      const versions = [...(before[index] ?? []).filter(({ since }) => since < slot), this.#version(address, slot)];
      const oldest = versions.findLastIndex(({ since }) => since <= finalized);
      this.#versions.set(address, versions.slice(Math.max(oldest, 0)));
    }
  }

  #version(address: Address, since: number): Version {
    return { since, account: this.#newest.account(address) };
  }
}
