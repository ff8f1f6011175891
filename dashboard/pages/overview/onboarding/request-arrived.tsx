import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RecordedRequest } from '../../../api/api.ts';
import { useEndpoints } from '../../../api/endpoints.ts';
import { OutcomeBadge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { errorCodeView } from '../../../format/error-code-view.ts';
import { formatMilliseconds } from '../../../format/numbers.ts';
import { outcomeView } from '../../../format/outcomes.ts';
import styles from './onboarding.module.css';

type RequestArrivedProps = {
  readonly request: RecordedRequest;
  /** Undefined while the secret is not saved. */
  readonly onClose: (() => void) | undefined;
};

/** The first request as the history has it, and what to do if it failed. */
export const RequestArrived = ({ request, onClose }: RequestArrivedProps) => (
  <section aria-label="Your first request" className={styles.form}>
    <dl className={styles.facts}>
      <Fact name="Method">{request.calls[0]?.method ?? 'Not readable'}</Fact>
      <Fact name="Network">{request.network}</Fact>
      <Fact name="Outcome">
        <OutcomeBadge outcome={request.outcome} />
      </Fact>
      <Fact name="Latency">{formatMilliseconds(request.durationMs)}</Fact>
    </dl>
    {request.outcome !== 'ok' && <WhatToDo request={request} />}
    <div className={styles.actions}>
      {onClose && <Button onPress={onClose}>Done</Button>}
      <Link to="/history" search={{ request: request.requestId }}>
        See it in the history
      </Link>
    </div>
  </section>
);

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function WhatToDo({ request: { outcome, network, calls } }: Pick<RequestArrivedProps, 'request'>) {
  const chain = useEndpoints().data?.find((endpoint) => endpoint.network === network)?.chain;
  const code = calls.find(({ errorCode }) => errorCode !== null)?.errorCode;
  if (code == null) return <p>{outcomeView(outcome).meaning}</p>;
  const { label, meaning, advice } = errorCodeView(chain, code);
  return (
    <p>
      <strong>{label}.</strong> {meaning} {advice}
    </p>
  );
}
