import { isRead } from '../chains/chain.ts';
import type { Caller } from '../keys/caller.ts';
import { hashSecret } from '../keys/secret.ts';
import type { Admissions } from '../limits/admissions.ts';
import { BoundedMap } from '../runtime/bounded-map.ts';
import type { EpochMs } from '../time.ts';
import type { PendingForward } from './forward-calls.ts';
import { type AuthorizedRequest, type ParsedRequest, type ProxyRequest, withinRate } from './parse-request.ts';
import type { RpcRequest } from './rpc-request.ts';

/** Calls that must be admitted for each that was forwarded in vain, so that nodes get at most 1.1 per admitted call. */
const admittedForVain = 10;

/** A forward that began before its key was read, by what was last seen of the secret. */
export type ForeseenCall = { readonly caller: Caller; readonly forward: PendingForward };

/**
 * Forwards that start while their keys are still being read, or their calls admitted; a refusal cancels them. Only reads,
 * and only for keys that had room in each second that this process knows. In a large fleet a process knows little of most
 * keys: so after an early forward in vain, calls of any key must be admitted before the next one.
 */
export class EarlyForwards {
  readonly #admissions: Admissions;
  /**
   * How many calls. A process that begins owes one: it knows no key yet. An early forward owes them until it is admitted, so
   * there is one at a time.
   */
  #owed = 1;
  readonly #seen = new BoundedMap<Caller>();

  constructor(admissions: Admissions) {
    this.#admissions = admissions;
  }

  /** The caller of a secret as this process last saw it, however long ago. Nothing may be counted or answered by it. */
  lastSeen(secret: string, now: EpochMs): Caller | undefined {
    const caller = this.#seen.get(hashSecret(secret));
    return caller?.expiresAt !== undefined && caller.expiresAt <= now ? undefined : caller;
  }

  /** Notes what a read has said of a secret. A refused one reaches a node at most once more in each process: this time. */
  saw(secret: string, caller: Caller | undefined): void {
    const hash = hashSecret(secret);
    // Unknown secrets must not crowd out known ones.
    if (caller) this.#seen.set(hash, caller);
    else this.#seen.delete(hash);
  }

  /** Starts while the key is being read, if this process has served the secret before. See {@link tryStart}. */
  foresee(
    request: ProxyRequest,
    { at, parse }: { readonly at: EpochMs; readonly parse: () => ParsedRequest },
    start: (known: AuthorizedRequest, rpc: RpcRequest) => PendingForward,
  ): ForeseenCall | undefined {
    const caller = this.lastSeen(request.secret, at);
    if (!caller) return undefined;
    const known = { ...request, ...caller };
    const parsed = withinRate(parse(), caller.plan.limits.callsPerSecond);
    const forward = this.tryStart(known, parsed, (rpc) => start(known, rpc));
    return forward && { caller, forward };
  }

  /** Calls `start` if the request qualifies. The caller must call `cancel` at the end, even after success. */
  tryStart(
    { chain, keyId, limitsAt }: AuthorizedRequest,
    parsed: ParsedRequest,
    start: (rpc: RpcRequest) => PendingForward,
  ): PendingForward | undefined {
    if ('error' in parsed) return undefined;
    const { rpc, calls } = parsed;
    if (this.#owed > 0 || calls.some(({ call }) => !isRead(chain, call.method))) return undefined;
    if (!this.#admissions.predictsAdmission(keyId, limitsAt, calls.length)) return undefined;
    this.#owed = calls.length * admittedForVain;
    return start(rpc);
  }

  /** Notes admitted calls. */
  admitted(calls: number, wereEarly: boolean): void {
    this.#owed = wereEarly ? 0 : Math.max(0, this.#owed - calls);
  }
}

/** The forward, if it fits what the read has said; otherwise it is cancelled. */
export function forwardFor(caller: Caller | undefined, foreseen: ForeseenCall | undefined): PendingForward | undefined {
  if (!foreseen) return undefined;
  const { plan, accountId } = foreseen.caller;
  if (caller?.plan === plan && caller.accountId === accountId) return foreseen.forward;
  foreseen.forward.cancel();
  return undefined;
}
