import { useEffect, useRef, useState } from 'react';
import type { Endpoint } from '../../../api/api.ts';
import type { SecretCheck } from './check-secret.ts';
import { type ExchangeResult, exchange, type RpcRequest } from './exchange.ts';

/** What was sent, as the page stood then; without the secret. */
export type SentRequest = {
  readonly endpoint: Endpoint;
  readonly methods: readonly string[];
  readonly form: SecretCheck;
  /** The account's key that the secret belongs to. */
  readonly keyId: string | undefined;
};

/** What was sent last and how it ended. */
export type Exchange = { readonly sent: SentRequest; readonly ending: ExchangeResult };

/**
 * Sends one request at a time; leaving the page stops it. Nothing of it is kept outside this component: a cache of
 * mutations would keep the secret.
 */
export function useExchange() {
  const [isSending, setSending] = useState(false);
  const [last, setLast] = useState<Exchange>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (sending: RpcRequest, sent: SentRequest) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setSending(true);
    const ending = await exchange(sending, controller.signal);
    running.current = undefined;
    setLast({ sent, ending });
    setSending(false);
  };
  return { isSending, last, send, stop: () => running.current?.abort() };
}
