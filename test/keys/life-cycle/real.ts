import { changePlan, resumeAccount, suspendAccount } from '../../../src/accounts/account-plan.ts';
import type { Key } from '../../../src/directory/directory-items.ts';
import { findAccount, listKeys } from '../../../src/directory/directory-reads.ts';
import { renameKey, revokeKey } from '../../../src/keys/change-key.ts';
import { createKey } from '../../../src/keys/create-key.ts';
import { rotateKey } from '../../../src/keys/rotate-key.ts';
import { hashSecret } from '../../../src/keys/secret.ts';
import type { Directory } from '../../../src/table/directory-table.ts';
import { byCustomer, byOperator } from '../../support/change-requests.ts';
import { plans } from '../../support/settings.ts';
import { authorizationOf } from '../authorization.ts';
import { noCalls } from '../new-key.ts';
import { type Command, type Result, requestOf } from './model.ts';

/** A stored account; its keys and secrets have the labels of the commands that created them. */
export class Real {
  readonly #directory: Directory;
  readonly #accountId: string;
  readonly #foreignKeyId: string;
  readonly #labels = new Map<string, string>();
  readonly #secrets = new Map<string, string>();

  constructor(directory: Directory, accountId: string, foreignKeyId: string) {
    this.#directory = directory;
    this.#accountId = accountId;
    this.#foreignKeyId = foreignKeyId;
  }

  /** Runs a command; its result can be read when all concurrent commands are done, because their keys have labels then. */
  async run(by: Directory, command: Command, label: string, now: number): Promise<() => Result> {
    try {
      return await this.#run(by, command, label, now);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      const code = String(error.code);
      return () => ({ error: code });
    }
  }

  async #run(by: Directory, command: Command, label: string, now: number): Promise<() => Result> {
    const accountId = this.#accountId;
    const clock = () => now;
    const { idempotencyKey: key } = command;
    const idempotency = key === undefined ? undefined : { key, request: requestOf(command) };
    const customers = byCustomer(accountId, idempotency);
    const operators = { ...byOperator(accountId), idempotency };
    switch (command.do) {
      case 'create': {
        const { key, secret } = await createKey(
          { directory: by, plans, clock: clock, readCalls: noCalls },
          customers,
          command,
        );
        if (secret !== null) this.#labels.set(key.keyId, label);
        return this.#keyResult(key, label, secret);
      }
      case 'rotate': {
        const { key, secret } = await rotateKey(
          { directory: by, clock },
          customers,
          this.#idOf(command.key),
          command.graceHours,
        );
        return this.#keyResult(key, label, secret);
      }
      case 'rename':
        return this.#keyResult(
          await renameKey({ directory: by, clock }, customers, this.#idOf(command.key), command.name),
          label,
        );
      case 'revoke':
        return this.#keyResult(
          await revokeKey({ directory: by, plans, clock }, customers, this.#idOf(command.key)),
          label,
        );
      case 'change plan':
        return accountResult(await changePlan({ directory: by, plans, clock }, operators, command.planId));
      case 'suspend':
        return accountResult(await suspendAccount({ directory: by, clock }, operators));
      case 'resume':
        return accountResult(await resumeAccount({ directory: by, clock }, operators));
    }
  }

  #idOf(label: string): string {
    return [...this.#labels].find(([, known]) => known === label)?.[0] ?? this.#foreignKeyId;
  }

  #keyResult({ keyId, name, state }: Key, label: string, secret: string | null = null): () => Result {
    if (secret !== null) this.#secrets.set(label, secret);
    return () => ({ key: this.#labels.get(keyId) ?? keyId, name, state, secret: secret !== null });
  }

  /** The visible state of the account, and the authorizer's decision at `now` on every secret it ever had. */
  async observe(now: number) {
    const account = await findAccount(this.#directory, this.#accountId);
    const { planId, state } = account;
    const active = account.activeKeys.map((keyId) => this.#labels.get(keyId));
    const keys = (await listKeys(this.#directory, this.#accountId)).map(({ keyId, name, state, secrets }) => [
      this.#labels.get(keyId),
      { name, state, secrets: secrets.map(({ hash, expiresAt }) => [this.#labelOf(hash), expiresAt]) },
    ]);
    const authorizations = [...this.#secrets].map(async ([label, secret]) => [
      label,
      await this.#authorizationOf(secret, now),
    ]);
    return {
      planId,
      state,
      active: active.toSorted(),
      keys: Object.fromEntries(keys),
      authorizations: Object.fromEntries(await Promise.all(authorizations)),
    };
  }

  #labelOf(hash: string): string | undefined {
    return [...this.#secrets].find(([, secret]) => hashSecret(secret) === hash)?.[0];
  }

  async #authorizationOf(secret: string, now: number): Promise<string> {
    const authorization = await authorizationOf(this.#directory, secret, () => now);
    return typeof authorization === 'string'
      ? authorization
      : `${this.#labels.get(authorization.keyId)} on ${authorization.planId}`;
  }
}

const accountResult =
  ({ planId, state }: { planId: string; state: string }) =>
  (): Result => ({ planId, state });
