import { useEffect, useRef, useState } from 'react';
import type { Endpoint } from '../../../api/api.ts';
import { type Ending, exchange, type Sending } from './exchange.ts';
import type { SecretForm } from './secret-form.ts';

/** What was sent, as the page stood then; without the secret. */
export type Sent = {
  readonly endpoint: Endpoint;
  readonly methods: readonly string[];
  readonly form: SecretForm;
  /** The account's key that the secret belongs to. */
  readonly keyId: string | undefined;
};

/** What was sent last and how it ended. */
export type Exchanged = { readonly sent: Sent; readonly ending: Ending };

/**
 * Sends one request at a time; leaving the page stops it. Nothing of it is kept outside this component: a cache of
 * mutations would keep the secret.
 */
export function useExchange() {
  const [isSending, setSending] = useState(false);
  const [last, setLast] = useState<Exchanged>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (sending: Sending, sent: Sent) => {
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
