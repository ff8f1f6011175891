import { LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import type { Endpoint } from '../../../api/api.ts';
import { useEndpoints } from '../../../api/endpoints.ts';
import { Button, LinkButton } from '../../../components/button.tsx';
import { CodeBlock } from '../../../components/code-block.tsx';
import { QueryState, Skeleton } from '../../../components/query-state.tsx';
import { Segments } from '../../../components/segments.tsx';
import { curlCommands, firstRequestTo } from './first-request.ts';
import styles from './onboarding.module.css';
import { SentAnswer } from './sent-answer.tsx';
import { useSend } from './use-send.ts';

type FirstRequestStepProps = {
  /** Undefined if the page cannot show it any more. */
  readonly secret: string | undefined;
  /** Whether no request has arrived yet. */
  readonly isWaiting: boolean;
  readonly onCopied: () => void;
  readonly onSent: () => void;
};

/** A request to run in a terminal, or to send from the page. */
export const FirstRequestStep = (props: FirstRequestStepProps) => (
  <QueryState query={useEndpoints()} loading={<Skeleton height="12rem" />}>
    {(endpoints) => <RequestTo endpoints={endpoints} {...props} />}
  </QueryState>
);

type RequestToProps = FirstRequestStepProps & { readonly endpoints: readonly Endpoint[] };

function RequestTo({ endpoints, secret, isWaiting, onCopied, onSent }: RequestToProps) {
  const [url, setUrl] = useState(endpoints[0]?.url ?? '');
  const { isSending, result, send } = useSend(onSent);
  const endpoint = endpoints.find((candidate) => candidate.url === url);
  if (!endpoint) return <p>There are no networks yet.</p>;
  const request = firstRequestTo(endpoint);
  return (
    <div className={styles.form}>
      <Segments
        label="Network"
        choices={endpoints.map(({ network, url: value }) => ({ value, label: network }))}
        value={url}
        onChange={setUrl}
      />
      <CodeBlock label="curl command" text={curlCommands(request, secret)} wraps onCopied={onCopied} />
      <p className={styles.note}>
        The space before <code>export</code> keeps the secret out of the history of shells that skip such lines.
      </p>
      <div className={styles.actions}>
        {secret === undefined ? (
          <LinkButton to="/endpoints">Open the request tester</LinkButton>
        ) : (
          <Button variant="primary" isPending={isSending} onPress={() => void send({ ...request, secret })}>
            Send it from here
          </Button>
        )}
        <Arrival isWaiting={isWaiting} />
      </div>
      {result && <SentAnswer result={result} />}
    </div>
  );
}

/** Announces the first request when it arrives. */
const Arrival = ({ isWaiting }: Pick<FirstRequestStepProps, 'isWaiting'>) => (
  <p role="status" className={styles.waiting}>
    {isWaiting ? (
      <>
        <LoaderCircle size={16} aria-hidden="true" className={styles.spinner} />
        Waiting for your first request…
      </>
    ) : (
      'Your first request has arrived.'
    )}
  </p>
);
