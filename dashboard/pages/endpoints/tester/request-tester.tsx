import { useRef } from 'react';
import type { Endpoint } from '../../../api/api.ts';
import type { EndpointChoice } from '../endpoint-choice.ts';
import { AnswerCard } from './answer-card.tsx';
import { CodeCard } from './code-card.tsx';
import { isOfEndpoint, type RecentRequest, recentRequestOf } from './recent-requests.ts';
import { RecentRequestsCard } from './recent-requests-card.tsx';
import { RequestForm } from './request-form.tsx';
import styles from './tester.module.css';
import { useDraft } from './use-draft.ts';
import { useExchange } from './use-exchange.ts';
import { useRecentRequests } from './use-recent-requests.ts';

type RequestTesterProps = {
  readonly endpoints: readonly Endpoint[];
  readonly endpoint: Endpoint;
  /** The method that the page's URL names. */
  readonly method: string | undefined;
  readonly onChoose: (choice: EndpointChoice) => void;
  /** Undefined if it could not be read: then the browser keeps nothing. */
  readonly accountId: string | undefined;
};

/** Sends calls to an endpoint from the browser and shows the responses. */
export function RequestTester({ endpoints, endpoint, method, onChoose, accountId }: RequestTesterProps) {
  const draft = useDraft(endpoint.chain, method, accountId);
  const recent = useRecentRequests(accountId);
  const exchange = useExchange((ended) => recent.add(recentRequestOf(ended)));
  const top = useRef<HTMLElement>(null);
  const restore = ({ chain, network, method: restored, body }: RecentRequest) => {
    draft.restore(chain, restored, body);
    onChoose({ chain, network, method: restored });
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus({ preventScroll: true });
  };
  const requests = recent.list.filter((request) => endpoints.some((one) => isOfEndpoint(request, one)));
  return (
    <>
      <section ref={top} tabIndex={-1} aria-label="Request and response" className={styles.tester}>
        <RequestForm
          endpoints={endpoints}
          endpoint={endpoint}
          draft={draft}
          onChoose={onChoose}
          isSending={exchange.isSending}
          onSend={(request, sent) => void exchange.send(request, sent)}
          onRefuse={exchange.clear}
          onStop={exchange.stop}
        />
        <AnswerCard last={exchange.last} isSending={exchange.isSending} />
      </section>
      <CodeCard endpoint={endpoint} body={draft.body} />
      <RecentRequestsCard requests={requests} onRestore={restore} onClear={recent.clear} />
    </>
  );
}
