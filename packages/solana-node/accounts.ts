import type { Address, EncodedAccount } from '@solana/kit';

/** An account with its data as bytes. */
export type Account = EncodedAccount;

/** Returns the account of an address; undefined if there is none. */
export type AccountLookup = (address: Address) => Account | undefined;

type Version = { readonly since: number; readonly account: Account | undefined };

/** The source of the newest state of accounts. */
export type NewestAccounts = {
  account(address: Address): Account | undefined;
  ownedBy(program: Address): readonly Account[];
};

/**
 * Accounts as of a slot. The virtual machine only has their newest state, so this keeps the earlier versions of changed
 * accounts as long as a call with an older commitment can read them.
 */
export class Accounts {
  readonly #newest: NewestAccounts;
  readonly #versions = new Map<Address, readonly Version[]>();

  constructor(newest: NewestAccounts) {
    this.#newest = newest;
  }

  /** The account at the end of `slot`; undefined if it did not exist. */
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
   * Runs a change of `addresses` in `slot`, and keeps their versions before and after it.
   * @param finalized the oldest slot that calls may still read
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
