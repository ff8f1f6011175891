import { useEffect, useRef, useState } from 'react';
import { type ExchangeResult, exchange, type TesterRequest } from '../../endpoints/tester/exchange.ts';

/** Sends one request at a time; leaving the page stops it. The secret is in no cache. */
export function useSend(onSent: () => void) {
  const [isSending, setSending] = useState(false);
  const [result, setResult] = useState<ExchangeResult>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (request: TesterRequest) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setSending(true);
    setResult(await exchange(request, controller.signal));
    running.current = undefined;
    setSending(false);
    onSent();
  };
  return { isSending, result, send };
}
