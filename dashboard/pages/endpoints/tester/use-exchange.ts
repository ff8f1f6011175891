import { useEffect, useRef, useState } from 'react';
import type { Endpoint } from '../../../api/api.ts';
import type { SecretCheck } from './check-secret.ts';
import { type ExchangeResult, exchange, type TesterRequest } from './exchange.ts';

/** The request that was sent and the state of the page at that time, without the secret. */
export type SentRequest = {
  /** When it was sent, in epoch milliseconds. */
  readonly at: number;
  readonly endpoint: Endpoint;
  /** The method that was chosen in the list. */
  readonly method: string;
  readonly body: string;
  /** The methods that the body calls. */
  readonly methods: readonly string[];
  readonly check: SecretCheck;
  /** The account's key that has the secret. */
  readonly keyId: string | undefined;
};

/** The last request and its result. */
export type Exchange = { readonly sent: SentRequest; readonly ending: ExchangeResult };

/**
 * Sends one request at a time; leaving the page stops it. Keeps its state in the component, because a mutation cache would
 * keep the secret.
 */
export function useExchange(onEnd: (ended: Exchange) => void) {
  const [isSending, setSending] = useState(false);
  const [last, setLast] = useState<Exchange>();
  const running = useRef<AbortController>(undefined);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      running.current?.abort();
    };
  }, []);
  const send = async (request: TesterRequest, sent: SentRequest) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setSending(true);
    const ending = await exchange(request, controller.signal);
    running.current = undefined;
    // The user may have signed out meanwhile: nothing may be kept then.
    if (!isOpen.current) return;
    setLast({ sent, ending });
    onEnd({ sent, ending });
    setSending(false);
  };
  return { isSending, last, send, stop: () => running.current?.abort(), clear: () => setLast(undefined) };
}
